import { IconMessageQuestion, type Icon } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { t } from '../i18n.ts'
import { useStore } from '../state/store.ts'
import { session } from '../session/tokens.ts'
import { has } from './screen-search.ts'

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

/**
 * Offers the page of the assistant, or to ask the assistant what was typed; nothing for a scanned code. A question goes with the history, not
 * in the address: it may name a patient.
 */
export const useAskItem = (typed: string | null, close: () => void): CommandItem[] => {
  const go = useNavigate()
  const role = useStore(session).user?.role
  if (typed === null) return []
  const question = typed.trim()
  const open = (state?: { question: string }) => {
    close()
    void go(role === 'patient' ? '/patient-overview/assistant' : '/dashboard/assistant', { state })
  }
  const page = t('Ask a question')
  if (has(page, question)) return [{ id: 'assistant', icon: IconMessageQuestion, label: page, sub: '', run: () => open() }]
  if (!isQuestion(question)) return []
  return [
    {
      id: ASK,
      icon: IconMessageQuestion,
      label: t('Ask the assistant: “{question}”', { question }),
      sub: '',
      run: () => open({ question }),
    },
  ]
}
