import { IconMessageQuestion, type Icon } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'
import { session } from '../session/tokens.ts'

/** Something that the command box offers. */
export interface CommandItem {
  id: string
  icon: Icon
  label: string
  sub: string
  keys?: string
  /** Whose allergies stand beside it. */
  patient?: number
  run: () => void
}

export const ASK = 'ask'
/** Words, not a name of one word, a number or a code. */
const isQuestion = (text: string) => text.endsWith('?') || /\p{L}\S*\s+\S*\p{L}/u.test(text)

/** Offers to ask the assistant what was typed. It goes with the history, not in the address: it may name a patient. */
export const useAskItem = (typed: string, close: () => void): CommandItem[] => {
  const go = useNavigate()
  const role = useStore(session).user?.role
  const question = typed.trim()
  if (!isQuestion(question)) return []
  const run = () => {
    close()
    void go(role === 'patient' ? '/patient-overview/assistant' : '/dashboard/assistant', { state: { question } })
  }
  return [{ id: ASK, icon: IconMessageQuestion, label: t('Ask the assistant: “{question}”', { question }), sub: '', run }]
}
