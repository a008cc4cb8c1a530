import { Button, Menu } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { referralState } from './referral-labels.ts'
import { useReferralActions, type ReferralOnScreen } from './use-referral-actions.ts'
import styles from './referrals.module.css'

const PrintLetterDialog = lazy(async () => ({ default: (await import('./print-letter-dialog.tsx')).PrintLetterDialog }))
const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

interface Props {
  referral: ReferralOnScreen
  /** Before what it is about: whose it is, where several patients are listed. */
  who?: ReactNode
}

/** One referral: to whom, why, how it stands, what can be done with it, and what came of it. */
export const ReferralLine = ({ referral, who }: Props) => {
  const [isAnswering, setAnswering] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const { isRunning, accept, decline, cancel } = useReferralActions()
  const { provider, provider_email, doctor_name, department_name, service, note, is_urgent, status, reply, status_reason, may, type } =
    referral
  const { tone, text } = referralState(status)
  const to = provider ?? [doctor_name, department_name].filter(Boolean).join(', ')
  return (
    <li className={`pad-4-0 divided no-marks ${styles.referral}`} data-part="referral">
      <div className="row">
        <b className="grow break-anywhere as-typed">
          {who ? <>{who} · </> : null}
          {to}
        </b>
        {is_urgent && (
          <Status chip tone="critical">
            {t('Urgent')}
          </Status>
        )}
        <Status tone={tone}>{text}</Status>
      </div>
      <div className="small t2 break-anywhere as-typed">{[service, note].filter(Boolean).join(': ')}</div>
      <div className="small t3 num">
        {referral.referred_by_name} · {dateTime(referral.referred_at)}
        {status_reason && ` · ${status_reason}`}
      </div>
      {reply && <blockquote className={`small break-anywhere as-typed ${styles.referralReply}`}>{reply}</blockquote>}
      <div className={`row gap-4 mt-2 ${styles.referralActions}`}>
        {may.accept && (
          <Button size="compact-sm" loading={isRunning} onClick={() => accept(referral)}>
            {t('Accept')}
          </Button>
        )}
        {may.complete && (
          <Button size="compact-sm" onClick={() => setAnswering(true)}>
            {t('Answer')}
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle">
              {t('More')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setPrinting(true)}>{t('Print letter')}</Menu.Item>
            {type === 'external' && provider_email && (
              <Menu.Item component="a" href={`mailto:${provider_email}`}>
                {t('Write to {email}', { email: provider_email })}
              </Menu.Item>
            )}
            {may.decline && <Menu.Item onClick={() => decline(referral)}>{t('Decline referral')}</Menu.Item>}
            {may.cancel && <Menu.Item onClick={() => cancel(referral)}>{t('Cancel referral')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </div>
      {isPrinting && (
        <Suspense>
          <PrintLetterDialog referral={referral} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {isAnswering && (
        <Suspense>
          <AnswerDialog referral={referral} onClose={() => setAnswering(false)} />
        </Suspense>
      )}
    </li>
  )
}
