import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { signOut } from '#web/session/sign-out.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { beginSecondFactor, getSecondFactor, removeSecondFactor, renewRecoveryCodes } from '../contract-second-factor.ts'
import { ConfirmAuthenticator } from './confirm-authenticator.tsx'
import { ProveAgain } from './prove-again.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FactorState, type Factor } from './second-factor-panel.tsx'

type Deed = 'begin' | 'codes' | 'remove'
type Begun = ResponseOf<typeof beginSecondFactor>

interface ChooseProps {
  factor: Factor
  choose: (deed: Deed) => void
}

const Choose = ({ factor, choose }: ChooseProps) => (
  <section className="section form-stack" aria-label={t('Second sign-in step')}>
    <FactorState factor={factor} />
    <div className="row wrap">
      <Button onClick={() => choose('begin')}>{t('Use another authenticator')}</Button>
      <Button onClick={() => choose('codes')}>{t('New recovery codes')}</Button>
      {!factor.is_required && <Button onClick={() => choose('remove')}>{t('Switch off')}</Button>}
    </div>
    {factor.is_required && <p className="small t3">{t('One of your groups needs the second step: it cannot be switched off.')}</p>}
  </section>
)

/** Sets the second step of one's own sign-in up, makes it anew or switches it off; each needs the password, and a code where there is one. */
export const SecondFactorPage = () => {
  const go = useNavigate()
  const me = useMe()
  const factor = useQuery(query(getSecondFactor))
  const [deed, setDeed] = useState<Deed | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // As it was when the page opened: the set-up ends it before the codes have been seen.
  const [isDue] = useState(me?.second_factor_due ?? false)
  const home = me?.role === 'patient' ? '/patient-overview/profile' : '/dashboard/profile'
  const leave = () => void go(isDue ? '/' : home)
  const close = () => {
    setDeed(null)
    setBegun(null)
  }
  const keep = (recovery_codes: readonly string[]) => {
    close()
    setCodes(recovery_codes)
  }
  const content = (known: Factor) => {
    if (codes) return <RecoveryCodes codes={codes} onKept={leave} />
    if (begun) return <ConfirmAuthenticator begun={begun} onDone={keep} onCancel={close} />
    if (deed === 'codes')
      return (
        <ProveAgain
          of={renewRecoveryCodes}
          isOn
          save={t('New recovery codes')}
          onDone={({ recovery_codes }) => keep(recovery_codes)}
          onCancel={close}
        />
      )
    if (deed === 'remove')
      return (
        <ProveAgain
          of={removeSecondFactor}
          isOn
          save={t('Switch off')}
          onDone={() => {
            toast.done(t('You sign in with your password alone now.'))
            leave()
          }}
          onCancel={close}
        />
      )
    if (known.is_on && deed === null) return <Choose factor={known} choose={setDeed} />
    return (
      <>
        {!known.is_on && <FactorState factor={known} />}
        <ProveAgain
          key="begin"
          of={beginSecondFactor}
          isOn={known.is_on}
          save={t('Continue')}
          onDone={setBegun}
          onCancel={known.is_on ? close : isDue ? undefined : leave}
        />
      </>
    )
  }
  return (
    <Page
      title={t('Second sign-in step')}
      narrow
      actions={isDue && !codes && <Button onClick={() => void signOut()}>{t('Sign out')}</Button>}
    >
      {isDue && !codes && <Note tone="attention">{t('One of your groups signs in with a second step. Set it up before you go on.')}</Note>}
      <FourStates of={factor}>{content}</FourStates>
    </Page>
  )
}
