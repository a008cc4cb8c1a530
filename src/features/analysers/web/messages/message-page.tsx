import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { call, query } from '#web/calls/api.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { getMessage, replayMessage, resolveMessage } from '#features/analysers/contract-inbox.ts'
import type { InboxResult, WholeMessage } from '../analyser-types.ts'
import { SECTION } from '../analyser-nav.tsx'
import { MessageMark, protocolWord, reasonText, ResultMark } from '../labels.tsx'
import { directionWord } from './message-columns.tsx'
import { linesOf } from './message-text.ts'
import { lazy, Suspense, useState } from 'react'
import { askReason } from '#web/messages/dialogs.ts'
import { RetryOutcomes } from '../inbox/retry-outcomes.tsx'
import { retryResults } from '../inbox/retry-results.ts'
import { groupsOf } from '../inbox/same-sample.ts'
import listsStyles from '../lists.module.css'
import messageStyles from '../message.module.css'

const ChooseSampleDialog = lazy(async () => ({ default: (await import('../inbox/choose-sample-dialog.tsx')).ChooseSampleDialog }))

/** What can be done with everything of a message that waits, in one action. */
const MessageActions = ({ message, rows }: { message: number; rows: readonly InboxResult[] }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const [chosen, setChosen] = useState<readonly InboxResult[] | null>(null)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const groups = groupsOf(waiting)
  if (waiting.length === 0 || !can(resolveMessage)) return null
  const results = waiting.map(({ id, version }) => ({ id, version }))
  const retry = () => run(() => retryResults({ results: waiting.map(({ id }) => id) }))
  const dismiss = async () => {
    const reason = await askReason({
      title: t('{count, plural, one {Dismiss {n} result?} other {Dismiss {n} results?}}', { n: results.length, count: results.length }),
      text: t('Not entered for any patient. The message is kept as received.'),
      action: t('Dismiss'),
      isGrave: true,
    })
    if (reason === null) return
    run(
      () => call(resolveMessage, { params: { id: message }, body: { action: 'dismiss', results, reason } }),
      t('{n} dismissed.', { n: number(results.length) }),
    )
  }
  return (
    <div className={`flow gap-4 ${listsStyles.actions}`} role="group" aria-label={t('All results of the message')}>
      {groups.map((group) => (
        <Button key={group[0]!.id} variant="filled" onClick={() => setChosen(group)}>
          {groups.length === 1
            ? t('Choose sample')
            : t('Choose sample for {number}', { number: group[0]!.accession || group[0]!.patient_ref })}
        </Button>
      ))}
      <Button loading={isRunning} onClick={retry}>
        {t('Try again')}
      </Button>
      <Button color="var(--k-critical)" loading={isRunning} onClick={() => void dismiss()}>
        {t('Dismiss')}
      </Button>
      <RetryOutcomes />
      <Suspense>{chosen && <ChooseSampleDialog results={chosen} onClose={() => setChosen(null)} />}</Suspense>
    </div>
  )
}

/** The text of a message; it may be read by keyboard alone, so it is a stop. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <section className={`panel clipped ${listsStyles.panel}`} aria-label={label}>
    <div className="panel-head">
      <h2 className="grow">{label}</h2>
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre className={`pad-5-0 focus-inside overflow-auto text-s ${messageStyles.anText}`} tabIndex={0}>
      {linesOf(text).map((line, at) => (
        <span key={at} className={`grid ${messageStyles.anTextLine}`}>
          <i aria-hidden>{at + 1}</i>
          <span className="break-anywhere as-typed">
            {line.map(({ text: part, isControl }, place) => (isControl ? <b key={place}>{part}</b> : part))}
          </span>
        </span>
      ))}
    </pre>
  </section>
)

const ResultRow = ({ result }: { result: InboxResult }) => (
  <tr>
    <th scope="row" className="num">
      <span className="strong">{result.code}</span> <span className="small t3">{result.code_text}</span>
    </th>
    <td className="num">
      {result.value} {unitText(result.unit)}
      <span className="only-phone">
        <span className={`stack min-w-0 ${listsStyles.cell} small t2 wrap-text`}>
          {[result.panel_name, result.sample_chosen_at === null ? result.accession : result.sample_code, reasonText(result)]
            .filter(Boolean)
            .map((text) => (
              <span key={text}>{text}</span>
            ))}
        </span>
      </span>
    </td>
    <td className="not-phone wraps">{result.panel_name}</td>
    <td className="not-phone num">{result.sample_chosen_at === null ? result.accession : result.sample_code}</td>
    <td>
      <ResultMark state={result.state} />
    </td>
    <td className="not-phone wraps t2">{reasonText(result)}</td>
  </tr>
)

const Results = ({ message, rows }: { message: number; rows: InboxResult[] }) => (
  <section className={`panel clipped row-heads no-last-line ${listsStyles.panel}`} aria-label={t('Results')}>
    <div className="panel-head">
      <h2 className="grow">{t('Results')}</h2>
      {rows.some(({ state }) => state === 'waiting') && (
        <Link className="link" to={`${SECTION}/inbox`}>
          {t('Open inbox')}
        </Link>
      )}
    </div>
    <MessageActions message={message} rows={rows} />
    <table className="k-table" aria-label={t('Results')}>
      <thead>
        <tr>
          <th scope="col">{t('Code')}</th>
          <th scope="col">{t('Value')}</th>
          <th scope="col" className="not-phone">
            {t('Test')}
          </th>
          <th scope="col" className="not-phone">
            {t('Sample')}
          </th>
          <th scope="col" style={{ width: 120 }}>
            {t('Status')}
          </th>
          <th scope="col" className="not-phone" style={{ width: '32%' }}>
            {t('Reason')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ResultRow key={row.id} result={row} />
        ))}
      </tbody>
    </table>
  </section>
)

const Whole = ({ message }: { message: WholeMessage }) => (
  <>
    {message.problem && <Note tone="critical">{t(message.problem)}</Note>}
    {message.times_received > 1 && (
      <Note tone="waiting">{t('Received {n} times; counted once.', { n: number(message.times_received) })}</Note>
    )}
    {message.result_rows.length > 0 && <Results message={message.id} rows={message.result_rows} />}
    <Text label={t('Message')} text={message.text} />
    {message.answer_text !== '' && <Text label={t('Reply')} text={message.answer_text} />}
  </>
)

/** One message as it came or went, what became of its results, what was answered. */
export const MessagePage = () => {
  const { can } = useRights()
  const id = useIdInAddress()
  const asked = useQuery(query(getMessage, { params: { id } }))
  const { run, isRunning } = useAction()
  const message = asked.data
  const back = { to: `${SECTION}/messages`, label: t('Messages') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Message not found')} {...back} />
  const replay = () => run(() => call(replayMessage, { params: { id }, body: {} }), t('Message read again.'))
  const isReplayable = message?.direction === 'in' && message.equipment !== null
  return (
    <div className={`page-body ${listsStyles.page}`}>
      <DocumentHead
        title={message ? `${message.message_type || protocolWord(message.data_format)} ${message.control_id ?? ''}`.trim() : '\u00a0'}
        status={message && <MessageMark state={message.state} />}
        sub={
          message &&
          [
            directionWord(message.direction),
            dateTime(message.at),
            message.equipment_name ?? t('Unknown ({peer})', { peer: message.peer }),
            protocolWord(message.data_format),
            t('{n} bytes', { n: number(message.size) }),
          ].join(' · ')
        }
        back={back}
        actions={
          isReplayable &&
          can(replayMessage) && (
            <Button leftSection={<IconRefresh size={16} aria-hidden />} loading={isRunning} onClick={replay}>
              {t('Read again')}
            </Button>
          )
        }
      />
      <FourStates query={asked} loading={<Loading rows={12} />}>
        {(data) => <Whole message={data} />}
      </FourStates>
    </div>
  )
}
