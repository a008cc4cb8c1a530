const rows = [
  'abcdefghijklmnopqrstuvwxyzabc',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  'zaq12wsxcde34rfvbgt56yhnmju78ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2s3d4f5g6h7j8k9l',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369',
  '159357',
  '741852963',
  '789456123',
]
const reversed = (text: string) => text.split('').toReversed().join('')
const runs = [...rows, ...rows.map(reversed)]

// What the most used passwords are made of, in letters alone; a shorter word stands after the longer ones that hold it.
const words = `administrator password passwort motdepasse contrasena welcome welkom letmein iloveyou loveyou trustno secret changeme
changeit default master admin hello whatever nothing princess sunshine football baseball basketball volleyball softball hockey soccer
golfer swimming dragon monkey shadow superman batman spiderman ironman starwars pokemon naruto matrix phoenix ninja warrior wizard
killer hunter ranger knight samurai pirate cowboy rainbow butterfly strawberry chocolate cookie cheese pepper banana orange cherry apple
ginger coffee honey sugar peanut flower daisy rosebud lovely angel babygirl babyboy baby sweetheart sweety darling forever friends family
mother father daddy mommy sister brother blessed jesuschrist jesus christ heaven faith savior hallelujah godisgood thankgod
computer internet samsung iphone android windows microsoft google facebook instagram twitter linkedin youtube yahoo hotmail gmail
playstation nintendo xbox minecraft fortnite summer winter spring autumn january february march april august september october november
december monday tuesday wednesday thursday friday saturday sunday michael michelle jennifer jessica jordan ashley andrew anthony charlie
christopher christian christina daniel danielle david elizabeth george hannah jasmine jonathan joseph joshua justin matthew maggie
nicholas nicole patrick rachel rebecca richard robert samantha stephanie stephen taylor thomas victoria vanessa veronica william alexander
alexandra amanda andrea brandon austin dallas chicago london paris berlin nairobi mombasa kisumu nakuru eldoret kenya uganda tanzania africa
america canada england france germany liverpool manchester arsenal chelsea barcelona realmadrid juventus yankees lakers eagles cowboys
steelers mustang ferrari porsche mercedes corvette harley yamaha honda toyota tigger buster bailey bandit lucky snoopy garfield
mickey minnie donald simba hakuna matata jambo karibu upendo nakupenda mapenzi mungu yesu maisha baraka neema amani simba chakula nyumbani
access freedom passion spirit diamond silver golden purple yellow green black white blue red fuckyou fuckoff asshole bitch
biteme mustafa testing tester test user login guest root server system database manager office company money dollar million
doctor nurse hospital clinic kliniki patient health medical pharmacy laboratory reception medicine dispensary zanahati hospitali daktari
monalisa metallica slipknot nirvana eminem beatles madonna mariposa estrella corazon teamo amigos bonjour soleil doudou azerty qwerty
abcdef abc my the and is your you love one two number new pass`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length)

const leet: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const plain = (text: string) => text.replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign)

const SHORTEST_RUN = 3
/** Takes away pieces of the keyboard, the alphabet and the numbers. */
const withoutRuns = (text: string) => {
  let rest = ''
  for (let at = 0; at < text.length;) {
    let length = 0
    while (at + length < text.length && runs.some((run) => run.includes(text.slice(at, at + length + 1)))) length++
    if (length < SHORTEST_RUN) rest += text[at++]
    else at += length
  }
  return rest
}

const without = (text: string, pieces: readonly string[]) => pieces.reduce((rest, piece) => rest.replaceAll(piece, ' '), text)
const onlySigns = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
const withoutYears = (text: string) => text.replace(/(19|20)\d\d/g, ' ')
const withoutRepeats = (text: string) => text.replace(/(.+?)\1+/gu, '$1')

const MIN_LEFT = 4
const MIN_DIFFERENT = 5

/**
 * True when a password is one of those that are tried first: little is left of it once well-known words, keyboard rows, years and the
 * person's own names (`about`) are taken away. Long enough is checked elsewhere.
 */
export const isWeakPassword = (password: string, about: readonly string[]): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  if (new Set(lower).size < MIN_DIFFERENT) return true
  const own = about
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length)
  const left = (text: string) => onlySigns(withoutRepeats(withoutRuns(onlySigns(without(withoutYears(text), [...own, ...words])))))
  const rowsFirst = (text: string) => onlySigns(withoutRepeats(without(withoutRuns(onlySigns(text)), [...own, ...words])))
  return [left(lower), left(plain(lower)), rowsFirst(lower)].some((rest) => new Set(rest).size < MIN_LEFT)
}
