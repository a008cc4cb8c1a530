import { Button, Modal, TextInput } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useId } from 'react'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { t } from '#web/i18n.ts'
import type { PrescribedDrug } from './prescription-types.ts'
import { alternativesText, warningTitle, warningWord } from './warning-labels.ts'
import warningsStyles from './warnings.module.css'
import pharmacyStyles from './pharmacy.module.css'

const LONGEST_REASON = 300

/** What is most often true; each is only a beginning that may be typed over. */
const commonReasons = () => [
  t('Tolerated before'),
  t('No alternative here; benefit outweighs the risk'),
  t('Dose adjusted, patient will be monitored'),
  t('Recorded in error: patient asked again'),
]

interface WarningProps {
  warning: SafetyWarning
  name: string
  reason: string
  /** Reasons that others have given for it. */
  given: PrescribedDrug['overrides']
  onReason: (reason: string) => void
}

const Warning = ({ warning, name, reason, given, onReason }: WarningProps) => {
  const { kind, with: met, detail, source } = warning
  const heading = useId()
  return (
    <li className="round-l pad-5" aria-labelledby={heading}>
      <h3 id={heading}>
        {warningWord(kind)}: {name}
        {met !== null && ` × ${met}`}
      </h3>
      <p>
        <b>{warningTitle(warning)}</b> {t(detail)} {alternativesText(warning)}
      </p>
      <p className="small t2">{t('Source: {source}', { source })}</p>
      {given.map(({ reason: theirs, by, at }) => (
        <p key={at} className="break-anywhere block">
          {t('Reason given by {who}:', { who: by })} <q>{theirs}</q>
        </p>
      ))}
      <TextInput
        label={given.length > 0 ? t('Your own reason') : t('Reason for override')}
        required
        maxLength={LONGEST_REASON}
        autoComplete="off"
        aria-describedby={heading}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <div className="quick-reasons" role="group" aria-label={t('Common reasons')}>
        {commonReasons().map((text) => (
          <button key={text} type="button" className="plain" onClick={() => onReason(text)}>
            {text}
          </button>
        ))}
      </div>
    </li>
  )
}

interface Props {
  warnings: readonly SafetyWarning[]
  /** What a line's item is called. */
  nameOf: (item: number) => string
  reasons: Readonly<Record<string, string>>
  /** What others have given as their reasons: each needs one's own beside it. */
  given?: PrescribedDrug['overrides']
  onReason: (key: string, reason: string) => void
  /** What the button does, such as 'Prescribe against 2 warnings'. */
  action: string
  title: string
  onConfirm: (overrides: Overrides) => void
  onBack: () => void
}

/**
 * Stands before whatever is dangerous: each warning with what it meets, what happens, and who says so; each needs a reason. Going back is
 * the default, by Enter and by Esc, and loses nothing.
 */
export const OverrideDialog = ({ warnings, nameOf, reasons, given: before = [], onReason, action, title, onConfirm, onBack }: Props) => {
  const stops = warnings.filter(({ severity }) => severity === 'stop')
  const given = stops.map(({ key }) => ({ key, reason: (reasons[key] ?? '').trim() }))
  const missing = given.filter(({ reason }) => reason === '').length
  return (
    <Modal
      opened
      onClose={onBack}
      size={600}
      closeOnClickOutside={false}
      withCloseButton={false}
      classNames={{ content: warningsStyles.unsafe, header: `critical-text ${warningsStyles.unsafeHead}` }}
      overlayProps={{ color: 'var(--k-critical)', backgroundOpacity: 0.35 }}
      title={
        <span className="row">
          <IconAlertOctagon size={28} stroke={1.75} aria-hidden />
          {title}
        </span>
      }
    >
      <ul className={warningsStyles.unsafeList}>
        {stops.map((warning) => (
          <Warning
            key={warning.key}
            warning={warning}
            name={nameOf(Number(warning.line))}
            reason={reasons[warning.key] ?? ''}
            given={before.filter(({ key }) => key === warning.key)}
            onReason={(reason) => onReason(warning.key, reason)}
          />
        ))}
      </ul>
      <p className="small t2">{t('The reasons are saved with the prescription; all staff treating the patient see them.')}</p>
      <div className={`form-foot line-top surface pad-5-6 sticky-end ${pharmacyStyles.unsafeFoot}`}>
        <span className="grow small t2" role="status">
          {missing > 0 && t('{count, plural, one {# reason still missing.} other {# reasons still missing.}}', { count: missing })}
        </span>
        {/* Whoever begins to type a reason at once does not go back by its first space. */}
        <Button data-autofocus onKeyUp={(event) => event.key === ' ' && event.preventDefault()} onClick={onBack}>
          {t('Go back')}
        </Button>
        <Button variant="filled" color="var(--k-critical)" disabled={missing > 0} onClick={() => onConfirm(given)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
