import { TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'

const LONGEST_REASON = 300

interface Props {
  label: string
  value: string
  onChange: (reason: string) => void
  /** What is most often true; each is only a beginning that may be typed over. */
  common: readonly string[]
  error?: string | undefined
}

/** Why something is done otherwise than proposed: typed, or one of the usual reasons. */
export const ReasonBox = ({ label, value, onChange, common, error }: Props) => (
  <div>
    <TextInput
      label={label}
      required
      maxLength={LONGEST_REASON}
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <div className="quick-reasons" role="group" aria-label={t('Common reasons')}>
      {common.map((text) => (
        <button key={text} type="button" className="plain" onClick={() => onChange(text)}>
          {text}
        </button>
      ))}
    </div>
  </div>
)
