// The requests of gcf-lsp beyond LSP, as docs/lsp.md describes them.
import { NotificationType, RequestType } from 'vscode-languageclient';

/** What every question about a document has. */
export interface DocumentParams {
  textDocument: { uri: string };
}

export interface DecodedParams extends DocumentParams {
  /** Spaces per level; 0 or absent is compact. */
  indent?: number;
}

export interface DecodedResult {
  version: number;
  /** null where the document has errors; `error` names the first. */
  json: string | null;
  error?: string;
}

export interface TableParams extends DocumentParams {
  /** Index among the tables of the document, in source order. */
  table?: number;
  start: number;
  count: number;
  sort?: { column: number; descending: boolean };
  filter?: string;
}

/** A table of the document. */
export interface TableInfo {
  name: string;
  rows: number;
  columns: string[];
  /** Of its header, from 0. */
  line: number;
}

/**
 * A scalar. What is none, or would be rounded, is an object: an absent cell, the
 * value of an attachment, and as a string an integer that JavaScript cannot hold.
 */
export type Cell = string | number | boolean | null | { absent: true } | { json: unknown };

export interface TableRow {
  /** In the document, from 0. */
  line: number;
  /** In the table, from 0, before sorting and filtering. */
  index: number;
  cells: Cell[];
}

export interface TableResult {
  version: number;
  tables: TableInfo[];
  table: number;
  columns: { name: string; types: string[] }[];
  /** Rows that pass the filter. */
  total: number;
  start: number;
  rows: TableRow[];
}

export const decodedRequest = new RequestType<DecodedParams, DecodedResult, void>('gcf/decoded');
export const tableRequest = new RequestType<TableParams, TableResult, void>('gcf/table');
export const decodedChanged = new NotificationType<{ uri: string; version: number }>('gcf/decodedChanged');

export interface Place {
  line: number;
  character: number;
}
export interface Span {
  start: Place;
  end: Place;
}

export interface ColumnCell {
  start: number;
  end: number;
  /** From 0. */
  column: number;
  /** Absent in a list of names. */
  type?: 'string' | 'number' | 'boolean' | 'null' | 'absent' | 'nested';
  /** How many columns of the screen it is too narrow. */
  pad?: number;
  /** The blanks belong before it. */
  right?: boolean;
  /** Where what is too wide begins. */
  cut?: number;
}

export interface ColumnsResult {
  version: number;
  lines: { line: number; cells: ColumnCell[] }[];
}

export interface PlaceResult {
  version: number;
  /** For the status bar. */
  text: string;
  path: string;
  column: string;
  index: number;
  columns: number;
  row: number;
  rows: number;
  type?: string;
  range: Span;
}

export interface Summary {
  cells: number;
  numbers: number;
  sum: number;
  mean: number;
  min: number;
  max: number;
  distinct: number;
  /** Null or absent. */
  nulls: number;
}

export interface TakeParams extends DocumentParams {
  ranges: Span[];
  what: 'selection' | 'row' | 'column';
  as: 'json' | 'csv' | 'tsv' | 'markdown' | 'summary' | 'ranges';
}

export interface TakeResult {
  rows: number;
  columns: number;
  text?: string;
  summary?: Summary;
  ranges?: Span[];
}

export interface EditParams extends DocumentParams {
  position?: Place;
  /** As in gcf/table, instead of a position. */
  table?: number;
  row?: number;
  column?: number;
  version?: number;
  what: 'set' | 'insert' | 'remove' | 'up' | 'down' | 'paste';
  /** What somebody typed into the cell. */
  typed?: string;
  text?: string;
}

export interface StepsResult {
  version: number;
  steps: {
    uri: string;
    name: string;
    /** What it applies to. */
    base: string;
    summary: string;
    /** Of what it gives. */
    root: string;
    verified: boolean;
    message?: string;
  }[];
  /** Why there are none. */
  why?: string;
  step: number;
  /** Before and behind that step. */
  base: string;
  result: string;
}

export const stepsRequest = new RequestType<DocumentParams & { step?: number }, StepsResult, void>('gcf/steps');
export const columnsRequest = new RequestType<DocumentParams & { range: Span; widest: number }, ColumnsResult, void>('gcf/columns');
export const placeRequest = new RequestType<DocumentParams & { position: Place }, PlaceResult | null, void>('gcf/place');
export const moveRequest = new RequestType<DocumentParams & { position: Place; to?: string; row?: number }, PlaceResult | null, void>('gcf/move');
export const takeRequest = new RequestType<TakeParams, TakeResult, void>('gcf/take');
export const editRequest = new RequestType<EditParams, { version: number; edits: { range: Span; newText: string }[] }, void>('gcf/edit');
