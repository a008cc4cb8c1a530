import { Kbd, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { messageOf, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { listDiagnosisCodes, type DiagnosisCode } from '../contract.ts'
import { systemName } from './system-name.tsx'
import styles from './diagnoses.module.css'

const TYPING_MS = 150
const MATCHES = 12
const LONGEST = 200
const AS_TYPED = 'as typed'

/** A term of the list, or with `code` null what was typed. */
export interface ChosenDiagnosis {
  code: number | null
  text: string
}

interface Props {
  label: string
  /** Stands in a form: shows its label, and has the cursor. */
  isOpen?: boolean
  disabled?: boolean
  error?: ReactNode
  onChoose: (chosen: ChosenDiagnosis) => void
}

const TermOption = ({ diagnosis: { code, system, title, matched } }: { diagnosis: DiagnosisCode }) => (
  <span className={`flex items-baseline min-w-0 full-width gap-4 ${styles.dxOption}`}>
    <b className={`num ${styles.code}`}>{code}</b>
    <span className="grow clip" title={title}>
      {title} {matched !== null && <span className="small t3">{matched}</span>}
    </span>
    {system !== 'icd-10' && <span className="small t3">{systemName(system)}</span>}
  </span>
)

const TypedOption = ({ text }: { text: string }) => (
  <span className={`flex items-baseline min-w-0 full-width gap-4 ${styles.dxOption}`}>
    <span className="grow clip">{t('Use “{text}” as typed, without a code', { text })}</span>
    <Kbd className="not-phone">{keyLabel('Mod+Enter')}</Kbd>
  </span>
)

/**
 * Finds a diagnosis by plain words, synonyms or code, and empties itself for the next. Enter takes the marked one, the best once the answer
 * is there and never one that was not shown; Ctrl+Enter, or the last of the list, takes what is typed.
 */
export const DiagnosisPicker = ({ label, isOpen = false, disabled, error, onChoose }: Props) => {
  const { can } = useRights()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const ask = useDebouncedCallback(setAsked, TYPING_MS)
  const typed = text.replace(/\s+/gu, ' ').trim()
  const found = useQuery({
    ...query(listDiagnosisCodes, { query: { q: asked.slice(0, 100), active: 'true', limit: MATCHES } }),
    enabled: asked !== '' && can(listDiagnosisCodes),
    placeholderData: keepPreviousData,
  })
  const terms = typed === '' ? [] : (found.data ?? [])
  // What is shown answers what is typed: only then Enter may take the first.
  const isSettled = asked === typed && !found.isPlaceholderData && (found.data !== undefined || found.isError)
  const choose = (chosen: ChosenDiagnosis) => {
    setText('')
    setAsked('')
    onChoose(chosen)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An empty box gives the keys of the page back; in a dialog Escape is the dialog's.
    if (event.key === 'Escape' && text === '' && !isOpen) event.currentTarget.blur()
    if (event.key !== 'Enter' || typed === '') return
    // Never sends the form around it while something is typed here.
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey) return
    event.stopPropagation()
    choose({ code: null, text: typed })
  }
  const data = [
    ...terms.map(({ id, title }) => ({ value: String(id), label: title })),
    ...(typed === '' ? [] : [{ value: AS_TYPED, label: typed }]),
  ]
  return (
    <Select
      {...(isOpen ? { label, placeholder: t('Words or a code'), autoFocus: true } : { 'aria-label': label, placeholder: label })}
      searchable
      disabled={disabled}
      maxLength={LONGEST}
      selectFirstOptionOnChange={isSettled}
      error={error ?? (found.isError && typed !== '' ? messageOf(found.error) : undefined)}
      data={data}
      // The server has found them already, by synonyms and other spellings.
      filter={({ options }) => options}
      nothingFoundMessage={t('Enter words, or a code such as J45')}
      rightSection={<span />}
      maxDropdownHeight={360}
      renderOption={({ option }) => {
        const term = terms.find(({ id }) => String(id) === option.value)
        return term ? <TermOption diagnosis={term} /> : <TypedOption text={typed} />
      }}
      onKeyDown={onKeyDown}
      data-own-enter={typed === '' ? undefined : true}
      value={null}
      searchValue={text}
      onSearchChange={(now) => {
        setText(now)
        ask(now.replace(/\s+/gu, ' ').trim())
      }}
      onChange={(value) => {
        const term = terms.find(({ id }) => String(id) === value)
        if (term) choose({ code: term.id, text: term.title })
        else if (value === AS_TYPED && typed !== '') choose({ code: null, text: typed })
      }}
    />
  )
}
