import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type Icon } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { verifyLabReport } from '#calls/laboratory/contract-reports.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError, query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Languages } from '#web/plain-page.tsx'
import { Mark } from '#web/splash.tsx'
import { Failed, Loading } from '#web/ui/four-states.tsx'
import { verifyDocument } from '#features/billing/contract.ts'
import styles from './verify.module.css'

type Found = ResponseOf<typeof verifyDocument>
type Report = ResponseOf<typeof verifyLabReport>
/** What the codes of laboratory reports begin with. */
const REPORT = /^\s*lab/i

const kindOf = (document: Found['document']): string =>
  ({
    invoice: t('Invoice'),
    receipt: t('Receipt'),
    refund: t('Refund'),
    reversal: t('Receipt reversal'),
    'credit note': t('Credit note'),
  })[document]

const stateOf = ({ document, state }: Found): string =>
  ({
    valid: document === 'invoice' ? t('Issued, not paid yet') : t('Valid'),
    paid: t('Paid'),
    'part-paid': t('Partly paid'),
    credited: t('Credited in full: no longer valid'),
    reversed: t('Reversed: no longer valid'),
  })[state]

interface VerdictProps {
  tone: 'done' | 'attention' | 'critical'
  icon: Icon
  title: string
  children: ReactNode
}
const Verdict = ({ tone, icon: Sign, title, children }: VerdictProps) => (
  <section className={`grid text-centre round-l gap-4 ${styles.verdict}`} data-tone={tone} role={tone === 'critical' ? 'alert' : 'status'}>
    <Sign size={64} stroke={1.5} aria-hidden />
    <h1>{title}</h1>
    {children}
  </section>
)

const Genuine = ({ found }: { found: Found }) => {
  const isWorthNothing = found.state === 'credited' || found.state === 'reversed'
  return (
    <>
      <Verdict
        tone={isWorthNothing ? 'attention' : 'done'}
        icon={isWorthNothing ? IconAlertTriangle : IconCircleCheck}
        title={t('This document is genuine')}
      >
        <p className="strong">{stateOf(found)}</p>
      </Verdict>
      <dl className={`grid gap-4-6 ${styles.proof}`}>
        <dt className="t2">{kindOf(found.document)}</dt>
        <dd className="break-anywhere text-end strong num">{found.number}</dd>
        <dt className="t2">{t('Date')}</dt>
        <dd className="break-anywhere text-end strong num">{date(found.date)}</dd>
        <dt className="t2">{t('Total')}</dt>
        <dd className="break-anywhere text-end strong size-2xl num total">{`${found.currency} ${number(found.total, 2)}`}</dd>
      </dl>
      <p className="t2">{t('Compare this with the printed document: number, date and total must be the same.')}</p>
    </>
  )
}

const GenuineReport = ({ report: { number: visit, date: day, state } }: { report: Report }) => {
  const isAmended = state === 'amended'
  return (
    <>
      <Verdict
        tone={isAmended ? 'attention' : 'done'}
        icon={isAmended ? IconAlertTriangle : IconCircleCheck}
        title={t('This document is genuine')}
      >
        <p className="strong">
          {isAmended ? t('A result on it was later corrected or withdrawn: ask for a new report') : t('All results on it are still valid')}
        </p>
      </Verdict>
      <dl className={`grid gap-4-6 ${styles.proof}`}>
        <dt className="t2">{t('Laboratory report')}</dt>
        <dd className="break-anywhere text-end strong num">{visit}</dd>
        <dt className="t2">{t('Date')}</dt>
        <dd className="break-anywhere text-end strong num">{date(day)}</dd>
      </dl>
      <p className="t2">{t('Compare this with the printed document: visit and date must be the same.')}</p>
    </>
  )
}

const NoSuchDocument = () => (
  <Verdict tone="critical" icon={IconCircleX} title={t('Document not found')}>
    <p>
      {t(
        'Check that the code matches the printed document. If it does, this document was not issued here: show it at the clinic’s reception.',
      )}
    </p>
  </Verdict>
)

const CodeForm = () => {
  const go = useNavigate()
  const [code, setCode] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const typed = code.trim()
    if (typed !== '') void go(`/verify/${encodeURIComponent(typed)}`)
  }
  return (
    <form className="form-stack" onSubmit={submit}>
      <TextInput
        label={t('Code on document')}
        description={t('As printed under the QR code.')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={80}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled">
        {t('Check')}
      </Button>
    </form>
  )
}

const isNoDocument = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

const Answer = ({ code }: { code: string }) => {
  const isReport = REPORT.test(code)
  const bill = useQuery({ ...query(verifyDocument, { params: { code }, query: {} }), enabled: !isReport })
  const report = useQuery({ ...query(verifyLabReport, { params: { code }, query: {} }), enabled: isReport })
  if (bill.data) return <Genuine found={bill.data} />
  if (report.data) return <GenuineReport report={report.data} />
  const { error, refetch } = isReport ? report : bill
  if (!error) return <Loading />
  if (!isNoDocument(error)) return <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      <NoSuchDocument />
      <CodeForm key={code} />
    </>
  )
}

/** Tells anybody who holds a paper of the clinic whether it is genuine, and whether it still stands. */
export const VerifyPage = () => {
  const { code } = useParams()
  const clinic = useClinic()
  const name = clinic?.name || 'Kliniki'
  const title = t('Verify a document')
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <main className="plain-page">
      <div className="plain-card">
        <div className="plain-head">
          {clinic?.has_logo ? <img className={styles.proofLogo} src="/api/company/logo/" alt="" /> : <Mark />}
          <span className="brand grow">{name}</span>
        </div>
        {code === undefined ? (
          <>
            <h1>{title}</h1>
            <CodeForm />
          </>
        ) : (
          <Answer code={code} />
        )}
        <Languages />
      </div>
    </main>
  )
}
