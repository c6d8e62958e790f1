// A payload in the fragment of a link: compressed, in base64 for URLs. A
// fragment is what anybody may have made, so what is read of it is bounded.

/** In characters; browsers and chat programs cut longer links. */
export const longestLink = 32 << 10;
/** In bytes: what a link may expand to. */
export const largestPayload = 1 << 20;

const name = '#gcf=';

/** The fragment for a text; undefined where it would be too long. */
export async function toFragment(text: string): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > largestPayload) return undefined;
  const packed = new Uint8Array(await new Response(through(bytes, new CompressionStream('deflate-raw'))).arrayBuffer());
  if (packed.length * 4 / 3 > longestLink) return undefined;
  return name + btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text in a fragment; undefined where it has none. Rejects with the reason where it cannot be read. */
export async function fromFragment(fragment: string): Promise<string | undefined> {
  if (!fragment.startsWith(name)) return undefined;
  if (fragment.length > longestLink + name.length) throw new Error('The link is too long.');
  const broken = () => new Error('The payload in the link is broken.');
  let packed: Uint8Array<ArrayBuffer>;
  try {
    packed = Uint8Array.from(atob(fragment.slice(name.length).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  } catch {
    throw broken();
  }
  const reader = through(packed, new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read().catch(() => { throw broken(); });
    if (done) break;
    size += value.length;
    if (size > largestPayload) {
      void reader.cancel();
      throw new Error('The payload in the link is too large.');
    }
    try {
      text += decoder.decode(value, { stream: true });
    } catch {
      throw broken();
    }
  }
  return text + decoder.decode();
}

function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
}
