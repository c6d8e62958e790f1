declare module 'go:wasm_exec' {
  /** Go's runtime for a global object of ours. */
  export function runtime(global: object): new () => {
    importObject: WebAssembly.Imports;
    run(instance: WebAssembly.Instance): Promise<void>;
  };
}
