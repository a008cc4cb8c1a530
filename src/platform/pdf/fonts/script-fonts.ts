/** A font for scripts that the base font of printed documents lacks. */
export interface ScriptFont {
  /** As Unicode names them. */
  scripts: readonly string[]
  /** As the font file names it. */
  family: string
  /** The npm package that carries it. */
  package: string
  /** An installation may be without it; this is what it prints, as operators know it. */
  optional?: string
}

const noto = (script: string, style: 'sans' | 'serif' = 'sans'): ScriptFont => ({
  scripts: [script],
  family: `Noto ${style === 'sans' ? 'Sans' : 'Serif'} ${script.replaceAll('_', ' ')}`,
  package: `@expo-google-fonts/noto-${style}-${script.toLowerCase().replaceAll('_', '-')}`,
})

/** The base font prints Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian, Lao, N'Ko, Tifinagh and Canadian syllables; Arabic letters of African languages are here. */
export const scriptFonts: readonly ScriptFont[] = [
  noto('Ethiopic'),
  noto('Adlam'),
  noto('Vai'),
  noto('Arabic'),
  noto('Syriac'),
  noto('Thaana'),
  noto('Devanagari'),
  noto('Bengali'),
  noto('Gurmukhi'),
  noto('Gujarati'),
  noto('Oriya'),
  noto('Tamil'),
  noto('Telugu'),
  noto('Kannada'),
  noto('Malayalam'),
  noto('Sinhala'),
  noto('Ol_Chiki'),
  noto('Meetei_Mayek'),
  noto('Chakma'),
  noto('Hanifi_Rohingya'),
  noto('Thai'),
  noto('Khmer'),
  noto('Myanmar'),
  noto('Tibetan', 'serif'),
  noto('Mongolian'),
  noto('Cherokee'),
  { scripts: ['Hangul'], family: 'NanumGothic', package: '@expo-google-fonts/nanum-gothic' },
  {
    scripts: ['Han', 'Hiragana', 'Katakana', 'Bopomofo'],
    family: 'Noto Sans SC',
    package: '@expo-google-fonts/noto-sans-sc',
    optional: 'Chinese and Japanese',
  },
]
