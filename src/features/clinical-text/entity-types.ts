/** What a mention may be of: apart from the contract, because the thread that reads texts needs no schemas. */
export const entityTypes = ['diagnosis', 'symptom', 'drug', 'allergy', 'laboratory', 'vital', 'procedure', 'date', 'facility'] as const
