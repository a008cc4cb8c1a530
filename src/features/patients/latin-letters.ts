/** Letters that are no accent on a Latin one, as passports and instruments write them. */
const pairs =
  'ßss øo æae œoe łl đd ðd þth ıi ŋn ƙk ɗd ɓb ' +
  // Cyrillic
  'аa бb вv гg дd еe ёe жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi їi єye ґg ' +
  // Greek
  'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo'

let latin: ReadonlyMap<string, string> | undefined
// Made when it is needed first: the browser has no use for it.
const table = () => (latin ??= new Map(pairs.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)])))

/** A text in small Latin letters without accents: Müller is muller, Łukasz is lukasz, Иванова is ivanova. What has no such letters stays. */
export const latinLetters = (text: string): string => {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u007F]*$/.test(plain) ? plain : Array.from(plain, (letter) => table().get(letter) ?? letter).join('')
}
