import { createRandom } from '#tests/support/fixtures/random.ts';
import type { SeededFile } from '../support/seed-files.ts';

const searchesOfEach = 100;
const yearMs = 365 * 24 * 60 * 60 * 1000;

/** What is asked for, by kind, as the query of the address; `samples` are some of what is there. */
export function searchesFor(samples: readonly SeededFile[], seed: number, folderId: string): Record<string, string[]> {
  const random = createRandom(seed);
  const words = samples.map(({ name }) => /[a-z]{6,}/.exec(name)?.[0]).filter((word) => word !== undefined);
  const around = (texts: readonly string[]) =>
    Array.from({ length: searchesOfEach }, (_, at) => `q=${encodeURIComponent(texts[at % texts.length] ?? '')}`);
  const withFilters = (filters: readonly string[]) =>
    around(['']).map((q, at) => `${q}&${filters[at % filters.length]}`);
  const lastYear = Date.now() - yearMs;
  return {
    'frequent words': around(['img', 'rechnung', 'jpg', 'été', 'facture 2015', 'urlaub', 'strasse', '2019']),
    'rare words': around(words),
    'a rare and a frequent word': around(words.map((word) => `${word} pdf`)),
    'whole names': around(samples.map(({ name }) => name)),
    'in no name, with digits': around(words.map((word, at) => `${word}${at}x7`)),
    'in no name, letters': around(words.map((word) => `${word}qxwvy`)),
    'Chinese, Japanese, Korean': around(['写真', '家族旅行', '写', '東京', '文件 2019', '사진', '계약서', '龍']),
    'misspelled frequent words': around(['rechnugn', 'urlab', 'facutre', 'invioce', 'birhtday', 'vertrga', 'hochziet']),
    'misspelled rare words': around(words.map((word) => swapped(word, random.between(1, word.length - 2)))),
    'one or two letters': around(['i', 're', 'ur', 'q', 'z', 'im', 'ds', 'xq', '20', '7']),
    'filters only': withFilters([
      'kind=pdf',
      'starred=true',
      'minSize=300000000',
      `from=${lastYear}`,
      'kind=audio&minSize=200000000',
      `to=${lastYear - 8.9 * yearMs}`,
    ]),
    'frequent words in a folder of 1,000': around(['rechnung', 'img', 'pdf', 'é']).map(
      (q) => `${q}&folderId=${folderId}`,
    ),
    'frequent words with filters': around(['rechnung', 'img', 'facture']).map(
      (q, at) => `${q}&${['kind=pdf', 'starred=true', 'minSize=300000000', `from=${lastYear}`][at % 4]}`,
    ),
  };
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
}
