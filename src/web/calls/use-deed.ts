import { useMutation } from '@tanstack/react-query'
import { queryClient, refreshAfter } from './query-client.ts'
import { toast } from '../messages/toast.tsx'

interface Deed {
  deed: () => Promise<unknown>
  said?: string | undefined
  /** What a failure is called, where the server gives no reason. */
  failure?: ((error: unknown) => string) | undefined
}

/**
 * A change made by a button instead of a form: `run(() => call(…), 'Done')`. Afterwards everything on the screen is asked for again and
 * the sentence is shown; a failure is shown in the server's words and changes nothing. With `failure` what is shown is asked for again after a
 * refusal as well.
 */
export const useDeed = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ deed }: Deed) => deed(),
    onSuccess: (_, { said }) => {
      void queryClient.invalidateQueries()
      if (said) toast.done(said)
    },
    onError: (error, { failure }) => {
      toast.failed(failure?.(error) ?? error)
      if (failure) refreshAfter(error)
    },
  })
  return {
    run: (deed: () => Promise<unknown>, said?: string, failure?: Deed['failure']) => mutate({ deed, said, failure }),
    isRunning: isPending,
  }
}
