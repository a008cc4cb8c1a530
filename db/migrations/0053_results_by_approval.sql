-- Results are written and approved in nearly the same order: a few kilobytes say which pages a range of days lies in, and reports by day of approval
-- need not read every result that there ever was.
create index lab_results_approved_at on lab_results using brin (approved_at);
