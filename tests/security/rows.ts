import { apiRows } from './api-rows.ts';
import { bytesRows } from './bytes-rows.ts';
import { publicRows } from './public-rows.ts';
import type { Row, Rows } from './row.ts';

/** The rows of every entry of the router. */
export const table: Rows = { ...apiRows, ...bytesRows, ...publicRows };

/** Every row by its method and path. */
export const rows: Record<string, Row> = Object.assign({}, ...Object.values(table));
