import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { resolveResult } from '#features/analysers/contract-inbox.ts'
import type { InboxResult } from '../analyser-types.ts'
import { sampleTestsQuery, type SampleTest } from '../sample-tests.ts'
import styles from '../lists.module.css'

interface Props {
  result: InboxResult
  onCancel: () => void
  onDone: () => void
}

const Form = ({ result, tests, onCancel, onDone }: Props & { tests: readonly SampleTest[] }) => {
  const { run, isRunning } = useAction()
  const [test, setTest] = useState<number | null>(null)
  const [value, setValue] = useState(result.value)
  const [unit, setUnit] = useState(result.unit)
  const [isSure, setSure] = useState(false)
  /** Why a value that is not believed is right; asked for once the server has said so. */
  const [reason, setReason] = useState<string | null>(null)
  /** Why it is the same patient; asked for once the server has said that the message names another one. */
  const [identity, setIdentity] = useState<string | null>(null)
  const chosen = tests.find(({ id }) => id === test)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (test === null || !isSure || value.trim() === '') return
    run(
      async () => {
        const body = { request_panel: test, result: value.trim(), unit: unit.trim(), version: result.version }
        const confirmed = {
          ...(reason?.trim() && { confirm_reason: reason.trim() }),
          ...(identity?.trim() && { identity_reason: identity.trim() }),
        }
        try {
          await call(resolveResult, { params: { id: result.id }, body: { action: 'assign', ...body, ...confirmed } })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'implausible') setReason((before) => before ?? '')
          if (error instanceof ApiError && error.code === 'other_patient') setIdentity((before) => before ?? '')
          throw error
        }
        onDone()
      },
      t('Entered as the result of {test}. Awaiting approval.', { test: chosen?.test_panel_name ?? '' }),
    )
  }
  return (
    <form className="form-stack" onSubmit={submit}>
      <Radio.Group
        label={t('Test of sample {number}', { number: result.sample_code ?? result.accession })}
        required
        value={test === null ? null : String(test)}
        onChange={(id) => {
          setTest(Number(id))
          setSure(false)
        }}
      >
        <div className="stack gap-4 bare-list pt-2">
          {tests.map(({ id, test_panel_name, state, result: entered }) => (
            <span key={id} className="row">
              <Radio className="grow" value={String(id)} label={test_panel_name} disabled={state === 'approved'} />
              {entered !== null && (
                <Status tone={state === 'approved' ? 'done' : 'progress'}>{t('Existing result: {result}', { result: entered })}</Status>
              )}
            </span>
          ))}
        </div>
      </Radio.Group>
      <div className={`grid items-start gap-5-6 ${styles.grid}`}>
        <TextInput label={t('Value')} required maxLength={2000} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
        <TextInput label={t('Unit')} maxLength={30} value={unit} onChange={(event) => setUnit(event.currentTarget.value)} />
      </div>
      {reason !== null && (
        <TextInput
          label={t('Reason why this value is correct')}
          description={t('Or enter the unit in which it was measured.')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {identity !== null && (
        <TextInput
          label={t('Reason why this is the same patient')}
          maxLength={300}
          value={identity}
          onChange={(event) => setIdentity(event.currentTarget.value)}
        />
      )}
      <Checkbox
        label={t('I have compared the message with the sample: {value} is {test} of {patient}.', {
          value: `${value} ${unit}`.trim(),
          test: chosen?.test_panel_name ?? '…',
          patient: result.patient_name ?? '…',
        })}
        checked={isSure}
        disabled={test === null}
        onChange={(event) => setSure(event.currentTarget.checked)}
      />
      <div className="form-foot">
        <span className="grow" />
        <Button onClick={onCancel}>{t('Back')}</Button>
        <Button type="submit" variant="filled" loading={isRunning} disabled={test === null || !isSure || value.trim() === ''}>
          {t('Enter result')}
        </Button>
      </div>
    </form>
  )
}

/** Gives a result to a test of the same sample because somebody says so, after having compared the two. */
export const AssignForm = (props: Props) => {
  const asked = useQuery(sampleTestsQuery(props.result.sample_code ?? props.result.accession))
  return (
    <FourStates
      query={asked}
      loading={<Loading rows={4} />}
      isEmpty={(found) => found === null || found.tests.length === 0}
      empty={<Note tone="attention">{t('No tests on this sample.')}</Note>}
    >
      {(found) => found && <Form {...props} tests={found.tests} />}
    </FourStates>
  )
}
