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
    <EndpointForm form={first} save={t('Turn on')} onCancel={onCancel}>
      <section className="section form-stack" aria-label={t('Authenticator app')}>
        <h2>{t('Authenticator app')}</h2>
        <p>{t('Open the authenticator app on your phone and scan this QR code. Any app for six-digit codes works.')}</p>
        <QrSquare rows={qr} label={t('QR code for the authenticator app')} />
        <p>
          {t('No camera, or the app is on this phone? Enter this key, or open it:')}{' '}
          <a className="link" href={uri}>
            {t('Open in authenticator app')}
          </a>
        </p>
        <CopyBox text={inFours(secret)} />
        <TextInput
          label={t('Code')}
          description={t('The six-digit code now shown in the authenticator app on your phone.')}
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
      <p>{t('Use one of these codes if your phone is lost or has no power. Each code works once.')}</p>
      <CopyBox text={codes.join('\n')} />
      <Note tone="attention">
        {t('These codes are shown only now. Print them or write them down, and keep them away from your phone.')}
      </Note>
      <div className="form-foot no-print">
        <Checkbox
          className="grow"
          label={t('I have saved these codes')}
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
  <section className="section form-stack" aria-label={t('Two-factor authentication')}>
    <FactorState factor={factor} />
    <div className="row wrap">
      <Button onClick={() => choose('begin')}>{t('Change authenticator app')}</Button>
      <Button onClick={() => choose('codes')}>{t('New recovery codes')}</Button>
      {!factor.is_required && <Button onClick={() => choose('remove')}>{t('Turn off')}</Button>}
    </div>
    {factor.is_required && (
      <p className="small t3">{t('One of your groups requires two-factor authentication: it cannot be turned off.')}</p>
    )}
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
          save={t('Turn off')}
          onDone={() => {
            toast.done(t('Two-factor authentication turned off. You now sign in with your password only.'))
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
      title={t('Two-factor authentication')}
      narrow
      actions={isDue && !codes && <Button onClick={() => void signOut()}>{t('Sign out')}</Button>}
    >
      {isDue && !codes && (
        <Note tone="attention">{t('One of your groups requires two-factor authentication. Set it up before you continue.')}</Note>
      )}
      <FourStates query={factor}>{content}</FourStates>
    </Page>
  )
}
