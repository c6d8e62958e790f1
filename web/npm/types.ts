/** Something that is wrong. Lines and columns count from 1, columns in code points; the end is exclusive. */
export interface Problem {
  code: string;
  severity: 'error' | 'warning' | 'information' | 'hint';
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** What can be done about it. */
  fixes: string[];
}

export interface CheckResult {
  /** Whether a decoder takes the document. */
  ok: boolean;
  errors: number;
  warnings: number;
  /** At most 100, errors first. */
  problems: Problem[];
}

export interface RepairResult {
  /** The document as far as it could be repaired. */
  text: string;
  changed: boolean;
  /** Whether the result decodes. */
  ok: boolean;
  /** What was done, in order. */
  applied: string[];
  /** The errors and warnings that are left. */
  left: Problem[];
}

export interface EncodeOptions {
  /** `auto`, the default, is graph where the value has the members that decode gives for a graph. */
  profile?: 'auto' | 'generic' | 'graph';
  /** Deferred counts and a summary. */
  stream?: boolean;
  /** No path columns for nested objects. */
  noFlatten?: boolean;
}

export interface Decoding {
  value?: unknown;
  json?: string;
}
