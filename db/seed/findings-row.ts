/** How somebody's vital signs differ from those of a healthy person of the age. */
export interface Signs {
  /** °C */
  temperature: number
  /** Added to what is usual, per minute. */
  pulse: number
  respiration: number
  /** Taken from it, per cent. */
  spo2: number
  /** mmHg added. */
  pressure: number
  /** 0 to 10; null where nobody asks. */
  pain: number | null
  /** mmol/L; null where nobody measures. */
  glucose: number | null
  /** The worst of them are drowsy. */
  drowsy: boolean
}

/**
 * What a doctor writes for one reason. Texts are alternatives; those for small children stand apart. `{d}` is how long it has lasted, `{3-5}`
 * a number, with as many decimals as its ends.
 */
export interface Finding {
  signs: Signs
  history: Texts
  examination: Texts
  /** What the laboratory or the pictures said. */
  result: string | null
  advice: Texts
}
export interface Texts {
  all: readonly string[]
  /** Of children under six; empty where they are as everybody. */
  children: readonly string[]
}

const textsOf = (text: string): Texts => {
  const parts = text.split(' | ')
  const children = parts.filter((part) => part.startsWith('c:')).map((part) => part.slice(2).trim())
  return { all: parts.filter((part) => !part.startsWith('c:')), children }
}

const signsOf = (text: string): Signs => {
  const number = (mark: string) => {
    const found = new RegExp(`(?:^| )${mark}(-?[\\d.]+)`).exec(text)
    return found ? Number(found[1]) : null
  }
  return {
    temperature: number('T') ?? 36.7,
    pulse: number('P') ?? 0,
    respiration: number('R') ?? 0,
    spo2: number('S') ?? 0,
    pressure: number('B') ?? 0,
    pain: number('pain'),
    glucose: number('G'),
    drowsy: / drowsy/.test(text),
  }
}

/** One row: signs as in `T38.6 P10 R4 S3 B-8 pain4 G9 drowsy`, then history, examination, result, advice. */
export const finding = (signs: string, history: string, examination: string, result: string, advice: string): Finding => ({
  signs: signsOf(signs),
  history: textsOf(history),
  examination: textsOf(examination),
  result: result || null,
  advice: textsOf(advice),
})
