import files from 'virtual:text-files'
import { formatMessage, type MessageValues } from '#shared/message.ts'
import { whenRestored } from './calls/connection-state.ts'
import { createStore } from './state/store.ts'

export const languages = { en: 'English', sw: 'Kiswahili', fr: 'Français' } as const
export type Language = keyof typeof languages

type Texts = Readonly<Record<string, string>>

const others = { sw: () => import('virtual:texts/sw'), fr: () => import('virtual:texts/fr') }
type Other = keyof typeof others
const whole = async (languageCode: Other): Promise<Texts> => {
  try {
    return (await others[languageCode]()).default
  } catch {
    // Browsers remember for as long as the page is open that a script could not be fetched; the same as a file they ask for again.
    const reply = await fetch(files[languageCode])
    if (!reply.ok) throw new Error(`The texts answer ${reply.status}.`)
    return (await reply.json()) as Texts
  }
}
let source = whole
let known: Partial<Record<Language, Texts>> = {}
/** What was asked for and is not in the share that is there. */
const lacking = new Set<string>()
let current: Language = 'en'

const isKnown = (text: string): boolean => Object.hasOwn(known[current] ?? {}, text)

/** So long is what else the page fetches for its first sight left alone. */
const SOON_MS = 300
let asking: ReturnType<typeof setTimeout> | undefined
/** A page that a share was not made for: the person would read it in English until all texts are there. */
const miss = (text: string) => {
  lacking.add(text)
  if (current !== 'en') asking ??= setTimeout(() => void completeTexts().catch(() => null), SOON_MS)
}

/**
 * The text in the person's language, with its values (`shared/message.ts`). It is found by the English one, which shows where there is no
 * translation. Call it while rendering, never at the top of a module: the language is not known there yet.
 */
export const t = (text: string, values: MessageValues = {}): string => {
  const own = isKnown(text) ? known[current]?.[text] : undefined
  if (own === undefined && source !== whole) miss(text)
  return formatMessage(own ?? text, values, own === undefined ? 'en' : current)
}

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(languages, value)
export const language = (): Language => current

/** Hands in a language's texts, or the share of them that a page needs: they are not fetched then. */
export const provide = (languageCode: Language, texts: Texts) => {
  known[languageCode] = texts
}

/** Until `completeTexts`, languages come from `share`: those of their texts that the first page needs, which are there sooner. */
export const beginWith = (share: (languageCode: Other) => Promise<Texts>) => {
  source = share
  clearTimeout(asking)
  asking = undefined
}

/** Grows when texts have come in place of English ones that may be shown: what watches it draws itself anew. */
export const redraws = createStore(0)
/** Drawing a page anew empties its boxes. */
const isTyping = () => document.activeElement?.matches('input, textarea') === true
const redraw = () => {
  const isShown = Array.from(lacking).some(isKnown)
  lacking.clear()
  if (isShown && !isTyping()) redraws.set(redraws.get() + 1)
}

let completing: Promise<void> | null = null
const complete = async (): Promise<void> => {
  const languageCode = current
  const texts = languageCode === 'en' ? {} : await whole(languageCode)
  if (languageCode !== current) return complete()
  known = { [languageCode]: texts }
  source = whole
  redraw()
}
/** Fetches all texts of the current language where only a share of them is there; without a line it throws, and tries again with it. */
export const completeTexts = async (): Promise<void> => {
  if (source === whole) return
  completing ??= complete().finally(() => void (completing = null))
  try {
    await completing
  } catch (error) {
    const stop = whenRestored(() => {
      stop()
      void completeTexts().catch(() => null)
    })
    throw error
  }
}

const fetchTexts = async (wanted: Other): Promise<Texts> => {
  const from = source
  const texts = await from(wanted)
  return from === source || source !== whole ? texts : whole(wanted)
}

/** Loads a language and makes it current; a text file that cannot be fetched leaves the language as it was. */
export const changeLanguage = async (wanted: Language): Promise<void> => {
  if (wanted !== 'en') known[wanted] ??= await fetchTexts(wanted)
  current = wanted
  document.documentElement.lang = wanted
}
