import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { listUnmapped } from '#features/analysers/contract.ts'
import type { InboxResult } from '../analyser-types.ts'
import { CodeDialog } from '../equipment/code-dialog.tsx'
import { useCodes } from '../equipment/use-codes.ts'

interface Props {
  equipment: number
  result: InboxResult
  onClose: () => void
}

/** Says what the code of a result means, with what is suggested for it chosen; results that wait are tried again when somebody says so. */
export const MapDialog = ({ equipment, result, onClose }: Props) => {
  const codes = useCodes({ id: equipment, waiting: 1 })
  const unmapped = useQuery(query(listUnmapped, { params: { id: equipment } }))
  if (codes.asked.data === undefined || unmapped.isPending) return <Loading rows={2} />
  const known = codes.asked.data.codes.find(({ code }) => code === result.code)
  const suggested = unmapped.data?.find(({ code }) => code === result.code)?.suggested_panel ?? null
  return (
    <CodeDialog
      from={known ?? { code: result.code, panel: suggested, unit: null, values: {} }}
      isNew={known === undefined}
      isRunning={codes.isRunning}
      onSave={(code) => codes.put(code, undefined, onClose)}
      onClose={onClose}
    />
  )
}
