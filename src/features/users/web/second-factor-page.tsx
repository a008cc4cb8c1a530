import { Button, Checkbox, TextInput } from '@mantine/core'
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
import { beginSecondFactor, getSecondFactor, removeSecondFactor, renewRecoveryCodes, confirmSecondFactor } from '../contract-security.ts'
import { ProveAgain } from './prove-again.tsx'
import { FactorState, type Factor } from './second-factor-panel.tsx'
import { CopyBox } from './copy-box.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { QrSquare } from '#web/ui/qr-square.tsx'
import styles from './users.module.css'

interface Props {
  begun: ResponseOf<typeof beginSecondFactor>
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

const inFours = (text: string) => (text.match(/.{1,4}/g) ?? []).join(' ')

/** The secret for the authenticator, as a square and as text, and its first code. */
const ConfirmAuthenticator = ({ begun: { secret, uri, qr }, onDone, onCancel }: Props) => {
  const first = useEndpointForm(confirmSecondFactor, {
    initialValues: { code: '' },
    onSaved: ({ recovery_codes }) => onDone(recovery_codes),
  })
  return (
    <EndpointForm form={first} save={t('Switch on')} onCancel={onCancel}>
      <section className="section form-stack" aria-label={t('Authenticator')}>
        <h2>{t('Authenticator')}</h2>
        <p>
          {t('Open the authenticator on your telephone and let it read this square. Every authenticator for codes of six digits will do.')}
        </p>
        <QrSquare rows={qr} label={t('Square for the authenticator')} />
        <p>
          {t('No camera, or the authenticator is on this telephone? Type this in, or open it:')}{' '}
          <a className="link" href={uri}>
            {t('Open in the authenticator')}
          </a>
        </p>
        <CopyBox text={inFours(secret)} />
        <TextInput
          label={t('Code')}
          description={t('The six digits that the authenticator on your telephone shows now.')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          autoFocus
          {...first.form.getInputProps('code')}
        />
      </section>
    </EndpointForm>
  )
}

/** Ten recovery codes: here and now, and never again. */
const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const [isKept, setKept] = useState(false)
  return (
    <section className={`section form-stack ${styles.recoveryCodes}`} aria-label={t('Recovery codes')}>
      <h2>{t('Recovery codes')}</h2>
      <p>{t('When your telephone is lost or empty, one of these opens the second step. Each works once.')}</p>
      <CopyBox text={codes.join('\n')} />
      <Note tone="attention">{t('They are shown only now. Print them or write them down, and keep them away from your telephone.')}</Note>
      <div className="form-foot no-print">
        <Checkbox
          className="grow"
          label={t('I have kept them')}
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button onClick={() => print()}>{t('Print')}</Button>
        <Button variant="filled" disabled={!isKept} onClick={onKept}>
          {t('Continue')}
        </Button>
      </div>
    </section>
  )
}

type Action = 'begin' | 'codes' | 'remove'
type Begun = ResponseOf<typeof beginSecondFactor>

interface ChooseProps {
  factor: Factor
  choose: (action: Action) => void
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
  const [action, setAction] = useState<Action | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // As it was when the page opened: the set-up ends it before the codes have been seen.
  const [isDue] = useState(me?.second_factor_due ?? false)
  const home = me?.role === 'patient' ? '/patient-overview/profile' : '/dashboard/profile'
  const leave = () => void go(isDue ? '/' : home)
  const close = () => {
    setAction(null)
    setBegun(null)
  }
  const keep = (recovery_codes: readonly string[]) => {
    close()
    setCodes(recovery_codes)
  }
  const content = (known: Factor) => {
    if (codes) return <RecoveryCodes codes={codes} onKept={leave} />
    if (begun) return <ConfirmAuthenticator begun={begun} onDone={keep} onCancel={close} />
    if (action === 'codes')
      return (
        <ProveAgain
          endpoint={renewRecoveryCodes}
          isOn
          save={t('New recovery codes')}
          onDone={({ recovery_codes }) => keep(recovery_codes)}
          onCancel={close}
        />
      )
    if (action === 'remove')
      return (
        <ProveAgain
          endpoint={removeSecondFactor}
          isOn
          save={t('Switch off')}
          onDone={() => {
            toast.done(t('You sign in with your password alone now.'))
            leave()
          }}
          onCancel={close}
        />
      )
    if (known.is_on && action === null) return <Choose factor={known} choose={setAction} />
    return (
      <>
        {!known.is_on && <FactorState factor={known} />}
        <ProveAgain
          key="begin"
          endpoint={beginSecondFactor}
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
      <FourStates query={factor}>{content}</FourStates>
    </Page>
  )
}
