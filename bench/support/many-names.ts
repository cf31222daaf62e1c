import { createRandom } from '#tests/support/fixtures/random.ts';
import type { SeededFile } from './seed-files.ts';

const common = [
  'Rechnung',
  'Urlaub',
  'Steuer',
  'Vertrag',
  'Straße',
  'Garantie',
  'Hochzeit',
  'Übersicht',
  'Kündigung',
].concat(
  ['facture', 'été', 'vacances', 'reçu', 'contrat', 'élève', 'anniversaire', 'français', 'copie'],
  ['invoice', 'birthday', 'letter', 'holiday', 'report', 'notes', 'scan', 'backup', 'final', 'draft', 'recipe'],
);
const syllables =
  'ba be bi bo bra dre del den dorf er fel fra gar gen hal heim hol in ka kel kra lan len lin ma mer mon nau nel ner or pel ran rei ren sa schen sel stein ta tel ter tion ul ver wal wei zel zen'.split(
    ' ',
  );
const cjk = [
  '写真',
  '家族',
  '旅行',
  '会議',
  '資料',
  '東京',
  '京都',
  '誕生日',
  '報告書',
  '音楽',
  '上海',
  '発票',
  '照片',
  '合同',
  '文件',
];
const hangul = ['사진', '가족', '여행', '문서', '회의', '서울', '계약서'];
const endings = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  txt: 'text/plain',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const endingNames = Object.keys(endings) as (keyof typeof endings)[];
const dayMs = 24 * 60 * 60 * 1000;
const days = 3650;

/**
 * Names as people have them: of cameras, German, French and English words, names of places and people of which there are
 * a quarter of a million, Chinese, Japanese and Korean.
 */
export function createNames(seed: number) {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.between(0, items.length - 1)] as Item;
  const digits = (count: number) => String(random.between(0, 10 ** count - 1)).padStart(count, '0');
  const year = () => random.between(2004, 2026);
  const rare = () => Array.from({ length: random.between(2, 4) }, () => pick(syllables)).join('');

  return (at: number): SeededFile => {
    const [name, ending] = nameAt(at);
    return {
      name: `${name}.${ending}`,
      size: Math.floor(10 ** (random.between(200, 850) / 100)),
      contentType: endings[ending],
      age: random.between(0, days) * dayMs,
      starred: at % 1000 === 7,
    };
  };

  /** Unique by its number. */
  function nameAt(at: number): [string, keyof typeof endings] {
    const kind = random.between(1, 100);
    if (kind <= 25) return [`IMG_${year()}${digits(4)}_${digits(6)}_${at}`, 'jpg'];
    if (kind <= 35) return [`DSC${String(at).padStart(7, '0')}`, 'jpg'];
    if (kind <= 41) return [`${pick(cjk)}${pick(cjk)} ${year()} ${at}`, pick(endingNames)];
    if (kind <= 44) return [`${pick(hangul)} ${pick(hangul)} ${at}`, pick(endingNames)];
    if (kind <= 72) return [`${pick(common)} ${rare()} ${year()} (${at})`, pick(endingNames)];
    return [`${rare()}_${pick(common)}_${rare()} ${at}`, pick(endingNames)];
  }
}
