const PROCEDURES = 'procedures are not kept apart'
const BALANCE = 'intake and output of a ward'
const UNITS = 'intensive care and wards'
const CULTURES = 'microbiology by culture'
const SEQUENCE = 'what followed what within a time'
const ELAPSED = 'how long ago'
const COST = 'what a whole stay cost'
const SEVERAL = 'how often the same was given'

/** Templates of EHRSQL that our schema does not answer, each with the reason. */
export const elsewhere: Readonly<Record<string, string>> = {
  'what was the total volume of {intake_name} intake that patient {patient_id} received [time_filter_global1]?': BALANCE,
  'what are_verb the top [n_rank] frequent output events [time_filter_global1]?': BALANCE,
  'what are_verb the top [n_rank] frequent intake events [time_filter_global1]?': BALANCE,
  'when was the [time_filter_exact1] intake time of patient {patient_id} [time_filter_global1]?': BALANCE,
  'count the number of times that patient {patient_id} had a {intake_name} intake [time_filter_global1].': BALANCE,
  'what was the total volume of intake that patient {patient_id} received [time_filter_global1]?': BALANCE,
  'what was the name of the output that patient {patient_id} [time_filter_exact1] had [time_filter_global1]?': BALANCE,
  'what was the total volume of output that patient {patient_id} had [time_filter_global1]?': BALANCE,
  'what is the difference between the total volume of intake and output of patient {patient_id} [time_filter_global1]?': BALANCE,
  'has_verb patient {patient_id} had any {intake_name} intake [time_filter_global1]?': BALANCE,
  'has_verb patient {patient_id} had any {culture_name} microbiology test result [time_filter_global1]?': CULTURES,
  'count the number of patients who received a {culture_name} microbiology test [time_filter_global1].': CULTURES,
  'count the number of times that patient {patient_id} received a {procedure_name} procedure [time_filter_global1].': PROCEDURES,
  'what is the cost of a procedure named {procedure_name}?': PROCEDURES,
  'what was the name of the procedure that patient {patient_id} [time_filter_exact1] received [time_filter_global1]?': PROCEDURES,
  'when was the [time_filter_exact1] procedure time of patient {patient_id} [time_filter_global1]?': PROCEDURES,
  'has_verb patient {patient_id} received any procedure [time_filter_global1]?': PROCEDURES,
  'count the number of patients who received a {procedure_name} procedure [n_times] [time_filter_global1].': PROCEDURES,
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} received a procedure on the current hospital visit?':
    PROCEDURES,
  'what is the [n_survival_period] survival rate of patients who were prescribed {drug_name} after having been diagnosed with {diagnosis_name}?':
    SEQUENCE,
  'count the number of patients who were diagnosed with {diagnosis_name2} [time_filter_within] after having been diagnosed with {diagnosis_name1} [time_filter_global1].':
    SEQUENCE,
  'count the number of patients who received a {procedure_name2} procedure [time_filter_within] after having received a {procedure_name1} procedure [time_filter_global1].':
    SEQUENCE,
  'count the number of patients who received a {procedure_name} procedure [time_filter_within] after having been diagnosed with {diagnosis_name} [time_filter_global1].':
    SEQUENCE,
  'what was the name of the drug that patient {patient_id} was prescribed [time_filter_within] after having received a {procedure_name} procedure [time_filter_global1]?':
    SEQUENCE,
  'count the number of patients who were dead after having been diagnosed with {diagnosis_name} [time_filter_within] [time_filter_global1].':
    SEQUENCE,
  'what are_verb the top [n_rank] frequent diagnoses that patients were diagnosed [time_filter_within] after having received a {procedure_name} procedure [time_filter_global1]?':
    SEQUENCE,
  'what are_verb the top [n_rank] frequent procedures that patients received [time_filter_within] after having received a {procedure_name} procedure [time_filter_global1]?':
    SEQUENCE,
  'what are_verb the top [n_rank] frequent procedures that patients received [time_filter_within] after having been diagnosed with {diagnosis_name} [time_filter_global1]?':
    SEQUENCE,
  'what are_verb the top [n_rank] frequently prescribed drugs that patients were prescribed [time_filter_within] after having been diagnosed with {diagnosis_name} [time_filter_global1]?':
    SEQUENCE,
  'what are_verb the top [n_rank] frequent specimens that patients were tested [time_filter_within] after having been diagnosed with {diagnosis_name} [time_filter_global1]?':
    SEQUENCE,
  'what are_verb the top [n_rank] frequent specimens that patients were tested [time_filter_within] after having received a {procedure_name} procedure [time_filter_global1]?':
    SEQUENCE,
  'when was the [time_filter_exact1] time that patient {patient_id} was prescribed {drug_name1} and {drug_name2} [time_filter_within] [time_filter_global1]?':
    'two drugs at the same time',
  'when was the [time_filter_exact1] time that patient {patient_id} had the [sort] value of {lab_name} [time_filter_global1]?':
    'the time of the highest or lowest value',
  'what is the cost of diagnosing {diagnosis_name}?': 'a diagnosis has no price',
  'when was the [time_filter_exact1] hospital admission time that patient {patient_id} was admitted via {admission_route} [time_filter_global1]?':
    'the way by which somebody was admitted',
  'count the number of icu visits of patient {patient_id} [time_filter_global1].': UNITS,
  'is the {vital_name} of patient {patient_id} [time_filter_exact2] measured [time_filter_global2] [comparison] than the [time_filter_exact1] value measured [time_filter_global1]?':
    'two readings held against each other',
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} stayed in ward {ward_id} on the current hospital visit?':
    UNITS,
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} was diagnosed with {diagnosis_name} on the current hospital visit?':
    ELAPSED,
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} was prescribed {drug_name} on the current hospital visit?':
    ELAPSED,
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} received a {lab_name} lab test on the current hospital visit?':
    ELAPSED,
  'how many [unit_count] have passed since patient {patient_id} was admitted to the hospital currently?': ELAPSED,
  'how many [unit_count] have passed since patient {patient_id} was admitted to the icu currently?': UNITS,
  'how many [unit_count] have passed since the [time_filter_exact1] time patient {patient_id} stayed in careunit {careunit} on the current hospital visit?':
    UNITS,
  'count the number of patients who stayed in careunit {careunit} [time_filter_global1].': UNITS,
  'what was the name of the drug that patient {patient_id} were prescribed [n_times] [time_filter_global1]?': SEVERAL,
  'when was the [time_filter_exact1] time that patient {patient_id} was prescribed a medication via {drug_route} route [time_filter_global1]?':
    'the route of a prescription',
  'has_verb the {vital_name} of patient {patient_id} been normal [time_filter_global1]?': 'whether a sign was normal',
  'what is_verb the [agg_function] total hospital cost that involves a procedure named {procedure_name} [time_filter_global1]?': COST,
  'what is_verb the [agg_function] total hospital cost that involves a {lab_name} lab test [time_filter_global1]?': COST,
  'what is_verb the [agg_function] total hospital cost that involves a diagnosis named {diagnosis_name} [time_filter_global1]?': COST,
  'what is_verb the marital status of patient {patient_id} [time_filter_global1]?': 'marital status is not kept',
}
