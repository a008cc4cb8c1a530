import { TextInput } from '@mantine/core'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import type { TriageScale } from '#features/attendance/rules.ts'
import { minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { levelsOf, scaleLabel } from '../levels.ts'
import triageStyles from './triage.module.css'
import levelStyles from './level.module.css'

interface Props {
  scale: TriageScale
  value: string
  onChange: (level: string) => void
  /** What the recorded values suggest; a less urgent level needs a reason. */
  suggested: number | null
  reason: string
  onReason: (reason: string) => void
  error?: ReactNode
}

/** How urgent somebody is: five levels with their target times. The keys 1 to 5 choose, also before the cursor is here. */
export const LevelPicker = ({ scale, value, onChange, suggested, reason, onReason, error }: Props) => {
  const name = useId()
  const levels = levelsOf[scale]
  useKeys(
    levels.map(({ level, name: word }) => ({
      keys: String(level),
      label: t('Category {level}: {name}', { level, name: t(word) }),
      run: () => onChange(String(level)),
      hidden: true,
    })),
  )
  const isBelow = suggested !== null && value !== '' && Number(value) > suggested
  const chooseByDigit = (event: KeyboardEvent<HTMLInputElement>) => {
    const found = levels.find(({ level }) => String(level) === event.key)
    if (!found) return
    event.preventDefault()
    onChange(String(found.level))
    event.currentTarget.closest('[data-part="levels"]')?.querySelectorAll('input')[found.level - 1]?.focus()
  }
  return (
    <>
      <fieldset className={`stack gap-2 ${triageStyles.levels}`} data-part="levels">
        <legend className="label pb-2">{t('Triage category ({scale})', { scale: t(scaleLabel[scale]) })}</legend>
        {levels.map(({ level, name: word, colour, minutes: target }, at) => (
          <label
            className="outlined-strong relative in-row surface round-l gap-4"
            key={level}
            data-chosen={value === String(level) || undefined}
            data-colour={colour}
          >
            <input
              type="radio"
              name={name}
              value={level}
              checked={value === String(level)}
              data-path={at === 0 ? 'level' : undefined}
              onChange={() => onChange(String(level))}
              onKeyDown={chooseByDigit}
            />
            <i className={`rigid ${levelStyles.levelMark}`} data-colour={colour} aria-hidden />
            <b className="num">{level}</b>
            <span className="grow clip">{t(word)}</span>
            {level === suggested && <span className="small strong">{t('suggested')}</span>}
            <span className="small t3 num">{target === null ? '' : target === 0 ? t('immediate') : minutes(target)}</span>
          </label>
        ))}
      </fieldset>
      {isBelow && (
        <TextInput
          data-path="level_reason"
          label={t('Why less urgent than suggested')}
          required
          maxLength={200}
          value={reason}
          error={error}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </>
  )
}
