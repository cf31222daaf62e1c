/** Reads Markdown beside the page: what was written for it may take long, or be nested until the stack is full. */
import { answerInWorker } from '../reading/answer-in-worker.ts';
import { readMarkdown } from './read-markdown.ts';

answerInWorker(readMarkdown);
