import { Checkbox } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { dangerSignsAt, type DangerSignKey } from '../danger-signs.ts'
import styles from './triage.module.css'

interface Props {
  months: number | null
  /** Null: not looked for. */
  value: readonly DangerSignKey[] | null
  onChange: (signs: DangerSignKey[] | null) => void
}

const focusFirst = () => document.querySelector<HTMLElement>('[data-part="danger-signs"] input')?.focus()
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input')]
  const at = boxes.findIndex((box) => box === document.activeElement)
  boxes.at((at + step) % boxes.length)?.focus()
}

/** The danger signs of a child. One stop for Tab: arrows walk, Space marks. "None of these" says that they were looked for. */
export const DangerSignsField = ({ months, value, onChange }: Props) => {
  useKeys([{ keys: 'Alt+I', label: t('Danger signs'), run: focusFirst, always: true }])
  const signs = dangerSignsAt(months)
  const toggle = (key: DangerSignKey, isSeen: boolean) => {
    const others = (value ?? []).filter((one) => one !== key)
    const after = isSeen ? [...others, key] : others
    onChange(after.length > 0 ? after : null)
  }
  const isNone = value !== null && value.length === 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows walk through the boxes inside
    <fieldset className="stack gap-4" data-part="danger-signs" onKeyDown={walk}>
      <legend className="label">{t('Danger signs')}</legend>
      <Checkbox
        data-path="danger_signs"
        label={t('None of these')}
        checked={isNone}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : null)}
      />
      <div className={`grid ${styles.dangerList}`}>
        {signs.map(({ key, label, urgency }) => (
          <Checkbox
            key={key}
            tabIndex={-1}
            label={t(label)}
            data-urgent={urgency === 1 || undefined}
            checked={value?.includes(key as DangerSignKey) ?? false}
            onChange={(event) => toggle(key as DangerSignKey, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
