/** Lower case without accents, letter for letter: places in it are places in the text. */
export const foldInPlace = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]|[A-Z]/g, (letter) => {
    const folded = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    if (folded === '’' || folded === '‘' || folded === '`') return "'"
    return folded.length === letter.length ? folded : letter
  })
