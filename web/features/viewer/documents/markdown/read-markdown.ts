import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { maxMarkdownDepth, maxMarkdownElements } from '../reading/document-limits.ts';
import { safeAddress } from '../reading/safe-address.ts';
import { decodeReferences } from './character-references.ts';

export type MarkdownTag =
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'em'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'strong'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'
  | 'a';

/** A piece of a Markdown page: a text, or an element with pieces in it. */
export type MarkdownPiece = string | MarkdownElement;

export type MarkdownElement = {
  tag: MarkdownTag;
  pieces: MarkdownPiece[];
  /** Where an `a` leads: an http, https or mailto address. */
  address?: string;
  /** The first number of an `ol`. */
  start?: number;
};

/** The levels of headings, below the name of the file. */
const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/**
 * Reads Markdown (CommonMark with GitHub's tables, boxes and strikethrough). Nothing of it becomes HTML: tags stand as they
 * are written, a picture is its description, and what a link leads to is one of few kinds of addresses. Throws where it is
 * nested too deep, or of too many elements.
 */
export function readMarkdown(text: string): MarkdownPiece[] {
  let elements = 0;
  return piecesOf(new Lexer({ gfm: true }).lex(text), 0);

  function piecesOf(tokens: readonly Token[], depth: number): MarkdownPiece[] {
    return tokens.flatMap((token) =>
      depth > maxMarkdownDepth ? [token.raw] : pieceOf(token as MarkedToken, depth + 1),
    );
  }

  function element(tag: MarkdownTag, pieces: MarkdownPiece[] = [], more: Partial<MarkdownElement> = {}) {
    elements += 1;
    if (elements > maxMarkdownElements) throw new RangeError('Too many elements');
    return [{ tag, pieces, ...more }];
  }

  function pieceOf(token: MarkedToken, depth: number): MarkdownPiece[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'paragraph':
        return element('p', piecesOf(token.tokens, depth));
      case 'heading':
        return element(headings[token.depth - 1] ?? 'h6', piecesOf(token.tokens, depth));
      case 'blockquote':
        return element('blockquote', piecesOf(token.tokens, depth));
      case 'list':
        return listOf(token, depth);
      case 'list_item':
        return element('li', piecesOf(token.tokens, depth));
      case 'checkbox':
        return [token.checked ? '☑ ' : '☐ '];
      case 'code':
        return element('pre', element('code', [token.text]));
      case 'codespan':
        return element('code', [token.text]);
      case 'table':
        return tableOf(token, depth);
      case 'strong':
      case 'em':
      case 'del':
        return element(token.type, piecesOf(token.tokens, depth));
      case 'link':
        return linkTo(token, piecesOf(token.tokens, depth));
      case 'image':
        return linkTo(token, [decodeReferences(token.text) || 'picture']);
      case 'hr':
      case 'br':
        return element(token.type);
      case 'html':
        return tagOf(token);
      case 'text':
        return token.tokens === undefined ? [decodeReferences(token.text)] : piecesOf(token.tokens, depth);
      case 'escape':
        return [token.text];
      default:
        return [];
    }
  }

  function listOf({ ordered, start, items }: Tokens.List, depth: number): MarkdownPiece[] {
    const pieces = piecesOf(items, depth);
    if (!ordered) return element('ul', pieces);
    return element('ol', pieces, typeof start === 'number' && start !== 1 ? { start } : {});
  }

  function tableOf({ header, rows }: Tokens.Table, depth: number): MarkdownPiece[] {
    const cells = (row: Tokens.TableCell[], tag: 'td' | 'th') =>
      element(
        'tr',
        row.flatMap(({ tokens }) => element(tag, piecesOf(tokens, depth))),
      );
    const body = rows.flatMap((row) => cells(row, 'td'));
    return element('table', [...element('thead', cells(header, 'th')), ...element('tbody', body)]);
  }

  function linkTo({ href, autolink }: { href: string; autolink?: boolean }, pieces: MarkdownPiece[]): MarkdownPiece[] {
    const address = safeAddress(autolink === true ? href : decodeReferences(href));
    return address === undefined ? pieces : element('a', pieces, { address });
  }

  /** Comments say nothing to a reader; of all tags only the end of a line means the same here. */
  function tagOf({ text: tag, block }: Tokens.HTML | Tokens.Tag): MarkdownPiece[] {
    const seen = tag.replace(/<!--[\s\S]*?-->/g, '').trim();
    if (seen === '') return [];
    if (/^<br\s*\/?>$/i.test(seen)) return element('br');
    return block ? element('p', [seen]) : [seen];
  }
}
