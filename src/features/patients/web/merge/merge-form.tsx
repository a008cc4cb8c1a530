import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { mergePatients, previewMerge, type MergeField } from '#features/patients/contract-merge.ts'
import { MergeCompare } from './merge-compare.tsx'
import { MergeMoving } from './merge-moving.tsx'
import { stopWord, type Preview } from './merge-words.ts'

const Decide = ({ of, again }: { of: Preview; again: () => void }) => {
  const { from, into, stops, is_doubtful } = of
  const navigate = useNavigate()
  const [take, setTake] = useState<MergeField[]>([])
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(mergePatients, {
        body: {
          from: from.id,
          into: into.id,
          seen: of.seen,
          take,
          ...(is_doubtful && { typed_number: typed.trim() }),
        },
      }),
    onSuccess: () => {
      toast.done(t('{{from}} is put away into {{into}}.', { from: from.unique_id, into: into.unique_id }))
      void queryClient.invalidateQueries()
      void navigate(`/dashboard/patients/${into.id}`)
    },
    onError: (error) => {
      toast.failed(error)
      if (error instanceof ApiError && error.status === 409) again()
    },
  })
  const isReady = stops.length === 0 && (!is_doubtful || typed.trim() === into.unique_id)
  const merge = async () => {
    const title = t('Merge {{from}} into {{into}}', { from: from.unique_id, into: into.unique_id })
    const text = t('Everything of the one moves to the other. This can be undone.')
    if (await confirm({ title, text, action: t('Merge'), isGrave: true })) mutate()
  }
  return (
    <>
      {stops.map((stop) => (
        <Note key={`${stop.reason} ${stop.text}`} tone="critical">
          {stopWord(stop)}
        </Note>
      ))}
      <MergeCompare of={of} take={take} onTake={setTake} />
      <MergeMoving of={of} />
      {is_doubtful && stops.length === 0 && (
        <>
          <Note tone="critical">{t('Sex or date of birth contradict each other: these may be two people.')}</Note>
          <TextInput
            label={t('To go on, type the number of the record that stays: {{number}}', { number: into.unique_id })}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <div className="form-foot">
        <Button variant="filled" disabled={!isReady} loading={isPending} onClick={() => void merge()}>
          {t('Merge')}
        </Button>
      </div>
    </>
  )
}

/** What a merge of these two would do, what has to be decided, and the merge itself. */
export const MergeForm = ({ from, into }: { from: number; into: number }) => {
  const preview = useQuery(query(previewMerge, { query: { from, into } }))
  return (
    <FourStates of={preview} loading={<Loading rows={10} />}>
      {(of) => <Decide key={of.seen} of={of} again={() => void preview.refetch()} />}
    </FourStates>
  )
}
