-- Functions of the API that earlier migrations added name the broken rule and nothing of the row.
select private.hide_rows_in_api_errors();
