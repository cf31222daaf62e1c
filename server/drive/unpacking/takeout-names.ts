/**
 * How Google Takeout names what it knows of a photograph: the name of the photograph, a word since 2024, cut, a number where there
 * are several of one name, `.json`. It is documented nowhere; these are the forms that several programs have found.
 */
const words = ['.supplemental-metadata', ''];
/** What stands before the number has at most so many characters. */
const cutCharacters = 46;
/** An edited photograph has what is known of its original. The word is in the language of the account. */
const edited =
  /-(edited|effects|bearbeitet|modifié|modificato|editado|editada|bewerkt|edytowane|redigerad|redigeret|redigert|muokattu|upraveno|düzenlendi|編集済み|已修改|已編輯|수정됨)$/u;
/** `IMG_1(2).jpg`: the second one of that name. */
const numbered = /^(.*?)(\(\d+\))?(\.[^.]+)?$/su;
/** The film of a live photograph has what is known of the picture beside it. */
const films = /^\.(mp4|mov|mp|mv|m4v)$/i;
const pictures = ['HEIC', 'heic', 'JPG', 'jpg', 'JPEG', 'jpeg', 'PNG', 'png'].map((ending) => `.${ending}`);

/** The names that a file may have with what Takeout knows of a file of this name, the likeliest first. */
export function sidecarNames(name: string): string[] {
  if (/\.json$/i.test(name)) return [];
  const [, stem = name, number = '', ending = ''] = numbered.exec(name) ?? [];
  const original = stem.replace(edited, '');
  const endings = films.test(ending) ? [ending, ...pictures, `${ending}.jpg`, `${ending}.JPG`] : [ending];
  const named = endings.map((one) => original + one);
  return [...new Set([...forms(name, ''), ...named.flatMap((one) => forms(one, number))])];
}

function forms(name: string, number: string): string[] {
  return words.flatMap((word) => {
    const whole = name + word;
    const cut = whole.slice(0, cutCharacters);
    // Whether a dot at the end stays is told in both ways.
    const cuts = cut.endsWith('.') ? [cut, cut.slice(0, -1)] : [cut];
    return cuts.map((one) => `${one}${number}.json`);
  });
}
