import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { getSecondFactor, noteSecondFactorReset } from '../contract-security.ts'

export type Factor = ResponseOf<typeof getSecondFactor>

const FEW_CODES = 3

const TakenAway = ({ at }: { at: string }) => {
  const { run, isRunning } = useAction()
  return (
    <Note tone="attention" alert>
      <span className="row wrap">
        <span className="grow">
          {t(
            'An administrator turned off your two-factor authentication on {at}. If you did not ask for this, contact an administrator now.',
            { at: dateTime(at) },
          )}
        </span>
        <Button size="compact-sm" loading={isRunning} onClick={() => run(() => call(noteSecondFactorReset, { body: {} }))}>
          {t('Dismiss')}
        </Button>
      </span>
    </Note>
  )
}

/** How the second step stands, in words. */
export const FactorState = ({ factor: { is_on, since, recovery_codes_left: left, reset_at } }: { factor: Factor }) => (
  <>
    {reset_at !== null && <TakenAway at={reset_at} />}
    {is_on ? (
      <p className="row wrap">
        <Status tone="done">{since === null ? t('Turned on') : t('On since {day}', { day: dayOf(since) })}</Status>
        <Status tone={left < FEW_CODES ? 'attention' : 'inactive'}>
          {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', { count: left })}
        </Status>
      </p>
    ) : (
      <p>{t('With a code from your phone in addition to the password, no one can sign in by only knowing or guessing your password.')}</p>
    )}
  </>
)

/** One's own second step, among what belongs to one's account. */
export const SecondFactorPanel = () => (
  <section className="section form-stack" aria-label={t('Two-factor authentication')}>
    <h2>{t('Two-factor authentication')}</h2>
    <FourStates query={useQuery(query(getSecondFactor))}>
      {(factor) => (
        <>
          <FactorState factor={factor} />
          <div>
            <Button component={Link} to="/dashboard/profile/second-factor">
              {factor.is_on ? t('Change two-factor authentication') : t('Set up two-factor authentication')}
            </Button>
          </div>
        </>
      )}
    </FourStates>
  </section>
)
