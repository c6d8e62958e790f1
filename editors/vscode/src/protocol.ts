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
