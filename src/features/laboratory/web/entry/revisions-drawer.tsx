import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listRevisions } from '#features/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { FlagMark } from '../lab-labels.tsx'
import { rangeText } from '../range-text.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { originWord } from '../results/labels.ts'
import type { EntryRow } from '../results/work-types.ts'
import styles from '../results/results.module.css'

type Result = NonNullable<EntryRow['current']>

const by = (when: string | null, name: string | null) => (when ? [dateTime(when), name].filter(Boolean).join(', ') : '')
const Line = ({ label, text }: { label: string; text: string }) =>
  text === '' ? null : (
    <>
      <dt>{label}</dt>
      <dd className="num">{text}</dd>
    </>
  )

const Revision = ({ of }: { of: Result }) => (
  <li className="stack outlined round-l gap-2 pad-5" data-old={!of.is_current || of.withdrawn_at !== null || undefined}>
    <span className="row wrap">
      <span className={`strong ${styles.resultValue} num grow`}>{[of.result, unitText(of.unit)].filter(Boolean).join(' ')}</span>
      <FlagMark flag={of.flag} />
      {of.is_current && of.withdrawn_at === null ? (
        <Status tone={of.approved_at ? 'done' : 'progress'}>{of.approved_at ? t('Approved') : t('To approve')}</Status>
      ) : (
        <Status tone="inactive">{of.withdrawn_at ? t('Taken back') : of.approved_at ? t('Corrected') : t('Replaced')}</Status>
      )}
    </span>
    <dl className="facts">
      <Line label={t('As typed or sent')} text={of.entered === of.result ? '' : of.entered} />
      <Line label={t('Range')} text={of.range_text || rangeText(of.low, of.high) || (of.has_range ? '' : t('No range for this patient'))} />
      <Line label={t('The analyser says')} text={of.instrument_comment} />
      <Line label={t('Flags of the analyser')} text={of.instrument_flags} />
      <Line label={originWord(of.origin)} text={by(of.entered_at, of.entered_by_name)} />
      <Line label={t('Approved')} text={by(of.approved_at, of.approved_by_name)} />
      <Line label={of.is_amendment ? t('Why it was corrected') : t('Why it was entered anew')} text={of.amend_reason ?? ''} />
      <Line label={t('Taken back')} text={by(of.withdrawn_at, of.withdrawn_by_name)} />
      <Line label={t('Reason')} text={of.withdraw_reason ?? ''} />
      <Line label={t('Comment')} text={of.comment} />
    </dl>
  </li>
)

/** Everything that was ever reported of a test, newest first. */
export const RevisionsDrawer = ({ of: row, onClose }: { of: EntryRow; onClose: () => void }) => {
  const asked = useQuery(query(listRevisions, { params: { id: row.id } }))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('History of {test}', { test: row.test_panel_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates of={asked} isEmpty={(all) => all.length === 0} empty={<Empty title={t('Nothing was entered yet')} />}>
        {(all) => (
          <ul className={`stack gap-5 ${styles.revisions}`}>
            {all.map((one) => (
              <Revision key={one.id} of={one} />
            ))}
          </ul>
        )}
      </FourStates>
    </Drawer>
  )
}
