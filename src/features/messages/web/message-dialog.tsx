import { Button, Modal } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { addOptOut, sendAgain, stopMessage } from '../contract.ts'
import { channelWord, kindWord, stateTone, stateWord } from './message-labels.ts'
import type { MessageRow } from './outbox.tsx'
import styles from './messages.module.css'

/** When something happened to it, in order; what has not happened is left out. */
const timesOf = ({ created_at, send_after, state, sent_at, delivered_at }: MessageRow): [string, string | null][] => [
  [t('Created'), created_at],
  [t('Not before'), state === 'queued' ? send_after : null],
  [t('Sent'), sent_at],
  [t('Delivered'), delivered_at],
]

/** One message as it was written, with what became of it and what can be done about it. */
export const MessageDialog = ({ message, onClose }: { message: MessageRow; onClose: () => void }) => {
  const { can, allowed } = useRights()
  const { run, isRunning } = useAction()
  const params = { id: message.id }
  const optOut = { channel: message.channel, address: message.address }
  return (
    <Modal opened onClose={onClose} size="lg" title={kindWord(message.kind)} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={`form-stack ${styles.stack}`}>
        <div className="row wrap">
          <Status tone={stateTone[message.state]}>{stateWord(message.state)}</Status>
          <span className="clip">
            {channelWord(message.channel)}, {message.address}
          </span>
          {message.patient_name && (
            <span className="clip">
              <bdi className="strong">{message.patient_name}</bdi> <span className="t3 num">{message.appointment_number}</span>
            </span>
          )}
          {message.is_opted_out && <Status tone="inactive">{t('Has opted out')}</Status>}
        </div>
        {message.reason && <p className="t2">{t(message.reason)}</p>}
        {message.subject && <p className="strong">{message.subject}</p>}
        <pre className={`break-anywhere as-typed outlined round-m pad-5 canvas ${styles.text}`} lang={message.language}>
          {message.body}
        </pre>
        <dl className="facts">
          {timesOf(message).map(
            ([label, at]) =>
              at !== null && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="num">{dateTime(at)}</dd>
                </div>
              ),
          )}
          <div>
            <dt>{t('Attempts')}</dt>
            <dd className="num">{message.attempts}</dd>
          </div>
          {message.created_by_name && (
            <div>
              <dt>{t('By')}</dt>
              <dd>{message.created_by_name}</dd>
            </div>
          )}
        </dl>
        <div className="form-foot">
          {message.patient !== null && allowed('patients.view') && (
            <Button component={Link} to={`/dashboard/patients/${message.patient}`}>
              {t('Open record')}
            </Button>
          )}
          {!message.is_opted_out && can(addOptOut) && (
            <Button
              loading={isRunning}
              onClick={() => run(() => call(addOptOut, { body: optOut }), t('Messages to this address are stopped'))}
            >
              {t('Has opted out')}
            </Button>
          )}
          <span className="grow" />
          {message.state === 'queued' && can(stopMessage) && (
            <Button loading={isRunning} onClick={() => run(() => call(stopMessage, { params }), t('Stopped'))}>
              {t('Stop')}
            </Button>
          )}
          {(message.state === 'failed' || message.state === 'skipped') && !message.is_opted_out && can(sendAgain) && (
            <Button variant="filled" loading={isRunning} onClick={() => run(() => call(sendAgain, { params }), t('Queued for sending'))}>
              {t('Send again')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
