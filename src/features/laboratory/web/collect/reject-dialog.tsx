import { Button, Checkbox, Modal, Radio, TextInput } from '@mantine/core'
import { useId, useState, type SyntheticEvent } from 'react'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useAction } from '#web/calls/use-action.ts'
import { updateSample } from '#features/laboratory/contract.ts'
import type { SampleRow } from '../lab-types.ts'
import { rejectReasons, rejectWord } from './reject-reasons.ts'
import collectStyles from './collect.module.css'

const OTHER = 'other'

/** Refuses samples with a reason; by default each is asked for anew. */
export const RejectDialog = ({ samples, onClose }: { samples: readonly SampleRow[]; onClose: () => void }) => {
  const { run, isRunning } = useAction()
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState('')
  const hint = useId()
  const [recollect, setRecollect] = useState(true)
  const reason = chosen === OTHER ? text.trim() : chosen
  const reject = async () => {
    for (const { id, version } of samples)
      await call(updateSample, { params: { id }, body: { rejected: true, reason, recollect, version } }, { version })
    onClose()
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reason !== '') run(reject, t('{count, plural, one {# sample rejected.} other {# samples rejected.}}', { count: samples.length }))
  }
  const [only] = samples
  const title =
    samples.length === 1 && only
      ? t('Reject {sample}', { sample: only.patient_sample_code })
      : t('{count, plural, one {Reject # sample} other {Reject # samples}}', { count: samples.length })
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} className="form-stack">
        <p className="t2">{samples.map((one) => `${one.patient_name} · ${one.specimen_name}`).join('; ')}</p>
        <Radio.Group label={t('Rejection reason')} value={chosen} onChange={setChosen}>
          <div className={`stack ${collectStyles.labReasons}`}>
            {rejectReasons.map((one, at) => (
              <Radio key={one} value={one} label={rejectWord(one)} data-autofocus={at === 0 || undefined} />
            ))}
            <Radio value={OTHER} label={t('Other reason')} />
          </div>
        </Radio.Group>
        {chosen === OTHER && (
          <TextInput label={t('Reason')} required maxLength={200} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        )}
        <Checkbox
          label={t('Request a new sample')}
          description={t('Its tests wait for the new sample. Without a new sample they are cancelled, with their charges.')}
          checked={recollect}
          onChange={(event) => setRecollect(event.currentTarget.checked)}
        />
        <div className="form-foot">
          <span className="grow small t3" id={hint}>
            {chosen === '' ? t('Choose a reason first.') : reason === '' && t('Enter a reason first.')}
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="filled"
            color="var(--k-critical)"
            loading={isRunning}
            disabled={reason === ''}
            aria-describedby={hint}
          >
            {t('Reject')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
