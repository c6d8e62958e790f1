// What the table view's page and the extension say to each other.
import type { TableResult } from './protocol';

export interface Sort {
  column: number;
  descending: boolean;
}

/** What the page shows; kept for when the panel is hidden or the window reloads. */
export interface TableState {
  /** Of the document. */
  uri: string;
  table: number;
  sort?: Sort;
  filter: string;
  /** The first row in view, from 0. */
  top: number;
}

export type ToExtension =
  | { type: 'ready' }
  | { type: 'rows'; id: number; table: number; start: number; count: number; sort?: Sort; filter: string }
  | { type: 'reveal'; line: number }
  /** Changes the document. */
  | { type: 'edit'; what: 'set' | 'insert' | 'remove' | 'up' | 'down'; table: number; row: number; column: number; version: number; typed?: string };

export type ToPage =
  | { type: 'show'; uri: string; table?: number }
  | { type: 'rows'; id: number; result: TableResult }
  | { type: 'failed'; id: number; message: string }
  /** An edit was not made. */
  | { type: 'refused'; message: string }
  /** The document may hold other rows now. */
  | { type: 'changed' };
