import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What fontconfig reads unless the environment names another file. */
const USUAL = '/etc/fonts/fonts.conf'
const NONE = fileURLToPath(new URL('./no-system-fonts.conf', import.meta.url))

/**
 * To be called before threads start that create compilers. From then on the variable exists with the value that is usual, so that
 * `withoutSystemFonts` exchanges its value in place, which threads that read the environment meanwhile can bear.
 */
export const prepareFontConfig = (): void => {
  process.env.FONTCONFIG_FILE ??= existsSync(USUAL) ? USUAL : NONE
}

/** Does something that looks for fonts, and hides those of the system from it; on Linux alone, where fontconfig says where they are. */
export const withoutSystemFonts = <T>(work: () => T): T => {
  const before = process.env.FONTCONFIG_FILE
  process.env.FONTCONFIG_FILE = NONE
  try {
    return work()
  } finally {
    process.env.FONTCONFIG_FILE = before ?? NONE
  }
}
