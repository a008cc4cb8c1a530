import { dictionary } from '#shared/dictionary.ts'

const REMEMBERED = 2_000
/** Each heading is compared with hundreds of names: what is made of a text is kept while the texts of one row are compared, and never more. */
const remembered = <T>(made: (text: string) => T) => {
  const known = new Map<string, T>()
  return (text: string): T => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= REMEMBERED) known.clear()
    const fresh = made(text)
    known.set(text, fresh)
    return fresh
  }
}

/** Letters of headings alone, small, words apart by one space: `Date_of_Birth*` and `dateOfBirth` are the same. */
const plainHeading = remembered((heading) =>
  heading
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim(),
)
const lettersOf = remembered((heading) => plainHeading(heading).replaceAll(' ', ''))

/** The same without what stands in brackets: a format, a unit, a choice. */
const withoutBrackets = (heading: string) => heading.replaceAll(/[([{<][^)\]}>]*[)\]}>]/g, ' ')

/** Words of registers that mean the same. */
const aliases = dictionary<string>({
  ...Object.fromEntries(['no', 'nr', 'num', 'nbr', 'numero', 'nambari', 'namba', 'numbers', 'n'].map((word) => [word, 'number'])),
  ...Object.fromEntries(
    [
      'tel',
      'telephone',
      'tele',
      'mobile',
      'cell',
      'cellphone',
      'gsm',
      'telefone',
      'telefono',
      'celular',
      'simu',
      'handphone',
      'msisdn',
      'portable',
    ].map((word) => [word, 'phone']),
  ),
  ...Object.fromEntries(['gender', 'sexe', 'jinsia', 'sexo', 'genero'].map((word) => [word, 'sex'])),
  ...Object.fromEntries(['naissance', 'nascimento', 'nacimiento', 'kuzaliwa', 'born'].map((word) => [word, 'birth'])),
  ...Object.fromEntries(['data', 'fecha', 'tarehe', 'dt', 'day'].map((word) => [word, 'date'])),
  ...Object.fromEntries(['nom', 'nome', 'nombre', 'jina', 'nm', 'names'].map((word) => [word, 'name'])),
  ...Object.fromEntries(['adresse', 'endereco', 'direccion', 'anwani', 'addr'].map((word) => [word, 'address'])),
  ...Object.fromEntries(['qty', 'quantite', 'quantidade', 'cantidad', 'idadi', 'quant'].map((word) => [word, 'quantity'])),
  ...Object.fromEntries(['prix', 'preco', 'precio', 'bei', 'rate', 'tarif', 'prices'].map((word) => [word, 'price'])),
  ...Object.fromEntries(['expiration', 'exp', 'peremption', 'validade', 'expires', 'expire'].map((word) => [word, 'expiry'])),
  ...Object.fromEntries(['batch', 'lots', 'lote'].map((word) => [word, 'lot'])),
  ...Object.fromEntries(
    ['medicine', 'medication', 'medicament', 'medicaments', 'medicamento', 'dawa', 'drugs', 'medicines', 'meds'].map((word) => [
      word,
      'drug',
    ]),
  ),
  ...Object.fromEntries(['allergies', 'allergie', 'alergia', 'alergias', 'mzio'].map((word) => [word, 'allergy'])),
  dob: 'birth date',
  birthdate: 'birth date',
  birthday: 'birth date',
  fname: 'first name',
  lname: 'last name',
  mname: 'middle name',
  firstname: 'first name',
  lastname: 'last name',
  surname: 'last name',
  fullname: 'full name',
  prenom: 'first name',
  prenoms: 'first name',
  identifier: 'id',
  identification: 'id',
  yrs: 'years',
  year: 'years',
  umri: 'age',
})
/** Words that say of whom or of what a whole register is. */
const fillers = new Set(
  'patient patients client clients pt pts customer the of de du des da do la le les d l ya wa za s user person'.split(' '),
)

const wordsOf = (heading: string) =>
  plainHeading(withoutBrackets(heading) || heading)
    .split(' ')
    .flatMap((word) => (aliases[word] ?? word).split(' '))

const bare = (words: readonly string[]) => {
  const rest = words.filter((word) => !fillers.has(word))
  return rest.length > 0 ? rest : words
}

const keyOf = (words: readonly string[]) => words.toSorted().join(' ')
const wholeKey = remembered((heading) => keyOf(wordsOf(heading)))
const bareKey = remembered((heading) => keyOf(bare(wordsOf(heading))))

/** True for texts that differ by one letter that is missing, too much or another one. */
const isTypo = (a: string, b: string) => {
  if (a.length < 8 || Math.abs(a.length - b.length) > 1 || a === b) return false
  let at = 0
  while (a[at] !== undefined && a[at] === b[at]) at += 1
  return [
    [a.slice(at + 1), b.slice(at + 1)],
    [a.slice(at), b.slice(at + 1)],
    [a.slice(at + 1), b.slice(at)],
  ].some(([one, other]) => one === other)
}

const SERIAL = new Set([
  's no',
  's n',
  'sn',
  'sl no',
  'sr no',
  'ser no',
  'serial',
  'serial no',
  'serial number',
  'no',
  'n',
  'nr',
  'number of row',
  'row',
  'index',
])
/** True for the numbering of lines, which is no number of what stands in them. */
export const isSerial = (heading: string) => heading.trim() === '#' || SERIAL.has(plainHeading(heading))

/** "Village/Estate" means what one of its parts means. */
const partKeys = remembered((heading) =>
  withoutBrackets(heading)
    .split(/[/|,&]| or | ou | au /i)
    .filter((part) => part.trim() !== '')
    .map(bareKey),
)

/** From the surest way in which a heading can mean a name to the least sure one. */
export const ways: readonly ((heading: string, name: string) => boolean)[] = [
  (heading, name) => lettersOf(heading) === lettersOf(name),
  (heading, name) => wholeKey(heading) === wholeKey(name),
  (heading, name) => bareKey(heading) === bareKey(name),
  (heading, name) => partKeys(heading).includes(bareKey(name)),
  (heading, name) => isTypo(plainHeading(heading), plainHeading(name)),
]
