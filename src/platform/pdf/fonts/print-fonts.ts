import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGlyphCoverage, type GlyphCoverage } from './glyph-coverage.ts'
import { scriptFonts, type ScriptFont } from './script-fonts.ts'

/** Fonts of one text, beyond the base font, and what of it no font of this installation draws. */
export interface FontChoice {
  fonts: readonly InstalledFont[]
  /** Letters and signs, each once. */
  unprintable: readonly string[]
}

interface InstalledFont extends ScriptFont {
  /** Regular and bold. */
  files: readonly string[]
  coverage: GlyphCoverage
}

export interface PrintFonts {
  /** The folder of the base font. */
  baseFolder: string
  /** The fonts that a text needs. Reads a font's table of characters at its first use; a text in Latin, Greek or Cyrillic letters reads none. */
  choose(text: string): FontChoice
  /** What of a text cannot be printed, each letter or sign once. */
  findUnprintable(text: string): readonly string[]
  /** Of which scripts letters are, in words for an operator: those of an optional font by name, all else as other scripts. */
  nameScripts(letters: readonly string[]): string[]
  /** What optional fonts would print here if they were installed, in the same words. */
  missing(): string[]
}

/** The folder of installed packages. */
const ownPackages = dirname(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))))
const WEIGHTS = ['400Regular', '700Bold']

/** Everything beyond the Latin, Greek and Cyrillic letters, Vietnamese and the punctuation that the base font certainly has. */
const FURTHER =
  /[^\0-\u024F\u0370-\u0373\u0386-\u03CE\u0400-\u0482\u048A-\u04FF\u1EA0-\u1EF9\u2010-\u2027\u2030-\u205E\u20A0-\u20B5\u2190-\u2193\u2264\u2265]/gu
/** Has no glyph of its own: joiners, marks of direction, variation selectors, white space, controls. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{White_Space}|\p{Cc}|\p{Cs}/u
/** Punctuation and marks that several scripts share, like the danda. */
const SHARED = /\p{Script=Common}|\p{Script=Inherited}/u

const patterns = scriptFonts.map((font) => ({
  font,
  own: new RegExp(font.scripts.map((script) => `\\p{Script=${script}}`).join('|'), 'u'),
  shared: new RegExp(font.scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('|'), 'u'),
}))

/** The script of a letter in words for an operator. */
const nameOf = (letter: string) =>
  patterns.find(({ own, shared }) => own.test(letter) || shared.test(letter))?.font.optional ?? 'other scripts'

/** The fonts in a folder of packages, which is that of the program unless a test says otherwise. */
export const openPrintFonts = (packages = ownPackages): PrintFonts => {
  const baseFolder = join(packages, 'dejavu-fonts-ttf', 'ttf')
  const opened = new Map<ScriptFont, InstalledFont | undefined>()
  let base: GlyphCoverage | undefined

  const filesOf = (font: ScriptFont) =>
    WEIGHTS.map((weight) => join(packages, font.package, weight)).flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder).flatMap((name) => (name.endsWith('.ttf') ? [join(folder, name)] : [])) : [],
    )
  const open = (font: ScriptFont) => {
    if (!opened.has(font)) {
      const files = filesOf(font)
      opened.set(font, files[0] === undefined ? undefined : { ...font, files, coverage: readGlyphCoverage(files[0]) })
    }
    return opened.get(font)
  }
  const isInBase = (codePoint: number) => {
    base ??= readGlyphCoverage(join(baseFolder, 'DejaVuSans.ttf'))
    return base(codePoint)
  }

  const choose = (text: string): FontChoice => {
    const further = [...new Set(text.match(FURTHER))].filter((letter) => !INVISIBLE.test(letter) && !isInBase(letter.codePointAt(0)!))
    const fonts = new Set<InstalledFont>()
    const unprintable: string[] = []
    // What scripts share comes last: most likely a font that is loaded anyway has it.
    for (const letter of [...further.filter((one) => !SHARED.test(one)), ...further.filter((one) => SHARED.test(one))]) {
      const draws = (font: InstalledFont | undefined): font is InstalledFont => font?.coverage(letter.codePointAt(0)!) ?? false
      if ([...fonts].some(draws)) continue
      const candidates = patterns.filter(({ own, shared }) => own.test(letter) || shared.test(letter))
      const found = candidates.map(({ font }) => open(font)).find(draws)
      if (found) fonts.add(found)
      else unprintable.push(letter)
    }
    return { fonts: [...fonts], unprintable }
  }
  return {
    baseFolder,
    choose,
    nameScripts: (letters) => [...new Set(letters.map(nameOf))],
    findUnprintable: (text) => choose(text).unprintable,
    missing: () => scriptFonts.flatMap((font) => (font.optional && filesOf(font).length === 0 ? [font.optional] : [])),
  }
}
