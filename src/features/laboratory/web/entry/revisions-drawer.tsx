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

const Revision = ({ result }: { result: Result }) => (
  <li className="stack outlined round-l gap-2 pad-5" data-old={!result.is_current || result.withdrawn_at !== null || undefined}>
    <span className="row wrap">
      <span className={`strong ${styles.resultValue} num grow`}>{[result.result, unitText(result.unit)].filter(Boolean).join(' ')}</span>
      <FlagMark flag={result.flag} />
      {result.is_current && result.withdrawn_at === null ? (
        <Status tone={result.approved_at ? 'done' : 'progress'}>{result.approved_at ? t('Approved') : t('To approve')}</Status>
      ) : (
        <Status tone="inactive">{result.withdrawn_at ? t('Withdrawn') : result.approved_at ? t('Amended') : t('Replaced')}</Status>
      )}
    </span>
    <dl className="facts">
      <Line label={t('As entered or sent')} text={result.entered === result.result ? '' : result.entered} />
      <Line
        label={t('Range')}
        text={result.range_text || rangeText(result.low, result.high) || (result.has_range ? '' : t('No range for this patient'))}
      />
      <Line label={t('Analyser comment')} text={result.instrument_comment} />
      <Line label={t('Analyser flags')} text={result.instrument_flags} />
      <Line label={originWord(result.origin)} text={by(result.entered_at, result.entered_by_name)} />
      <Line label={t('Approved')} text={by(result.approved_at, result.approved_by_name)} />
      <Line label={result.is_amendment ? t('Reason for amendment') : t('Reason for re-entry')} text={result.amend_reason ?? ''} />
      <Line label={t('Withdrawn')} text={by(result.withdrawn_at, result.withdrawn_by_name)} />
      <Line label={t('Reason')} text={result.withdraw_reason ?? ''} />
      <Line label={t('Comment')} text={result.comment} />
    </dl>
  </li>
)

/** Everything that was ever reported of a test, newest first. */
export const RevisionsDrawer = ({ row, onClose }: { row: EntryRow; onClose: () => void }) => {
  const asked = useQuery(query(listRevisions, { params: { id: row.id } }))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('History of {test}', { test: row.test_panel_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={asked} isEmpty={(all) => all.length === 0} empty={<Empty title={t('No results entered yet')} />}>
        {(all) => (
          <ul className={`stack gap-5 ${styles.revisions}`}>
            {all.map((one) => (
              <Revision key={one.id} result={one} />
            ))}
          </ul>
        )}
      </FourStates>
    </Drawer>
  )
}
