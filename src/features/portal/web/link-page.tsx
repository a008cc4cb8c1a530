import { Button, TextInput } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { query, call, messageOf } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getPortalOverview } from '../contract.ts'
import { getOwnLink, redeemLinkSlip, confirmOwnLink, sendOwnLinkCode, askLinkCode } from '#features/patients/contract-account.ts'
import { parseDay } from '#web/text/day-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { forgetSlipCode, keptSlipCode } from '#web/session/slip-code.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useAction } from '#web/calls/use-action.ts'
import { dateTime } from '#web/text/format.ts'
import { Note } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import { QrSquare } from '#web/ui/qr-square.tsx'
import styles from './link-page.module.css'

const SECOND = 1000

interface Shown {
  code: string
  qr: readonly string[]
  /** By this telephone's clock. */
  until: number
}

const left = (milliseconds: number) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const Code = ({ shown: { code, qr, until }, again }: { shown: Shown; again: () => void }) => {
  const now = useNow(SECOND)
  if (now >= until)
    return (
      <div className="form-stack">
        <Note tone="attention">{t('This code has expired.')}</Note>
        <Button variant="filled" fullWidth onClick={again}>
          {t('Show a new code')}
        </Button>
      </div>
    )
  return (
    <div className={`stack text-centre gap-5 items-centre ${styles.linkCode}`}>
      <QrSquare rows={qr} label={t('Your code as a QR code')} />
      <output aria-label={t('Your code')}>{code}</output>
      <p className="num">{t('Valid for another {time}.', { time: left(until - now) })}</p>
      <p className="t2">{t('Keep this page open. It goes on by itself when the desk has linked your account.')}</p>
    </div>
  )
}

/** The code that the patient shows at the desk, large, with its square and the time that is left. */
const LinkCode = () => {
  const asking = useMutation({
    mutationFn: async (): Promise<Shown> => {
      const { seconds, ...shown } = await call(askLinkCode, { body: {} })
      return { ...shown, until: Date.now() + seconds * SECOND }
    },
  })
  const ask = () => asking.mutate()
  return (
    <section className="section" aria-label={t('I am at the clinic')}>
      <h2>{t('I am at the clinic')}</h2>
      <ol className={styles.linkSteps}>
        <li>{t('Go to the reception desk, with your identity card or your patient card.')}</li>
        <li>{t('Show the code that appears here.')}</li>
        <li>{t('Enter the code that we send to the phone or e-mail on your record. Or a second staff member confirms it.')}</li>
      </ol>
      {asking.error && (
        <Note tone="critical" alert>
          {messageOf(asking.error)}
        </Note>
      )}
      {asking.data ? (
        <Code shown={asking.data} again={ask} />
      ) : (
        <Button variant="filled" fullWidth loading={asking.isPending} onClick={ask}>
          {t('Show my code')}
        </Button>
      )}
    </section>
  )
}

type Waiting = NonNullable<ResponseOf<typeof getOwnLink>['request']>

const EnterCode = ({ contacts, onLinked }: Pick<Waiting, 'contacts'> & { onLinked: () => void }) => {
  const { run, isRunning } = useAction()
  const endpointForm = useEndpointForm(confirmOwnLink, { initialValues: { code: '' }, onSaved: onLinked })
  const again = () => run(() => call(sendOwnLinkCode, { body: {} }), t('A new code has been sent.'))
  return (
    <section className="section" aria-label={t('Enter the code we sent you')}>
      <h2>{t('Enter the code we sent you')}</h2>
      <p>
        {t('We sent a six-digit code to {contacts}, the contact on your record. It is valid for 30 minutes.', {
          contacts: contacts.join(', '),
        })}
      </p>
      <EndpointForm
        form={endpointForm}
        save={t('Confirm my account')}
        extra={
          <Button loading={isRunning} onClick={again}>
            {t('Send a new code')}
          </Button>
        }
      >
        <TextInput
          label={t('Code from the message')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...endpointForm.form.getInputProps('code')}
        />
      </EndpointForm>
      <p className="t2">{t('Has your phone number or e-mail address changed? Ask the reception desk.')}</p>
    </section>
  )
}

/** The last step of a link: the code that the contact on the record got, or the word of a second member of staff. */
const LinkConfirm = ({ request: { way, contacts, expires_at }, onLinked }: { request: Waiting; onLinked: () => void }) =>
  way === 'contact' ? (
    <EnterCode contacts={contacts} onLinked={onLinked} />
  ) : (
    <section className="section" aria-label={t('The clinic is checking your account')}>
      <h2>{t('The clinic is checking your account')}</h2>
      <Note tone="progress">
        {t(
          'A second staff member confirms it, so that no one else can open your record. At the desk this takes a minute. This page then goes on by itself.',
        )}
      </Note>
      <p className="t2">{t('If it is not confirmed by {at}, ask the reception desk to link it again.', { at: dateTime(expires_at) })}</p>
    </section>
  )

/** The code on a slip of the desk, with the date of birth: the patient links the record from anywhere. */
const LinkSlip = ({ onSent }: { onSent: () => void }) => {
  const endpointForm = useEndpointForm(redeemLinkSlip, {
    initialValues: { code: keptSlipCode(), date_of_birth: '' },
    toBody: (values) => ({ ...values, date_of_birth: parseDay(values.date_of_birth) ?? values.date_of_birth }),
    onSaved: () => {
      forgetSlipCode()
      onSent()
    },
  })
  const { getInputProps } = endpointForm.form
  return (
    <section className="section" aria-label={t('I have a slip from the clinic')}>
      <h2>{t('I have a slip from the clinic')}</h2>
      <p>{t('The slip from the reception desk has a code of twelve characters.')}</p>
      <EndpointForm form={endpointForm} save={t('Link my record')} isAside>
        <TextInput
          label={t('Code on the slip')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          {...getInputProps('code')}
        />
        <TextInput
          label={t('Date of birth')}
          description={t('Day, month, year')}
          required
          autoComplete="bday"
          {...getInputProps('date_of_birth')}
        />
      </EndpointForm>
    </section>
  )
}

/** News of the link comes by itself; where it does not, the page asks. */
const ASK_AGAIN_MS = 15_000

const Linked = () => (
  <Empty
    icon={IconCircleCheck}
    title={t('Your record is linked')}
    action={
      <Button variant="filled" component={Link} to="/patient-overview" replace>
        {t('Open my record')}
      </Button>
    }
  >
    {t('You can now see your appointments, results, prescriptions and bills here.')}
  </Empty>
)

const Ways = ({ onSent }: { onSent: () => void }) => (
  <>
    <p className="t2">
      {t(
        'Only the clinic can link your account to your record, so that no other person reads it. There are two ways; each takes a minute.',
      )}
    </p>
    <LinkCode />
    <LinkSlip onSent={onSent} />
  </>
)

/** How an account comes to its record: a code that is shown at the desk, or the code on a slip of the desk; then it is confirmed. */
export const LinkPage = () => {
  const asked = useQuery({
    ...query(getPortalOverview),
    refetchInterval: ({ state }) => (state.data?.is_linked ? false : pollAfter(ASK_AGAIN_MS, state)),
  })
  const isLinked = asked.data?.is_linked === true
  const waiting = useQuery({
    ...query(getOwnLink),
    enabled: asked.data !== undefined && !isLinked,
    refetchInterval: isLinked ? false : ASK_AGAIN_MS,
  })
  const again = () => {
    void asked.refetch()
    void waiting.refetch()
  }
  return (
    <Page title={t('Link my record')} narrow>
      {isLinked ? (
        <Linked />
      ) : (
        <FourStates query={asked}>
          {() => (
            <FourStates query={waiting}>
              {({ request }) => (request ? <LinkConfirm request={request} onLinked={again} /> : <Ways onSent={again} />)}
            </FourStates>
          )}
        </FourStates>
      )}
    </Page>
  )
}
