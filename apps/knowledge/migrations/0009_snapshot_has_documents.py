from django.db import migrations

# Vectors and passages of a document change nothing until it has been read; reading a
# long one writes thousands of them.
CREATE = """
create function knowledge_is_being_read(passage bigint) returns boolean
language sql stable as $$
    select exists (
        select from knowledge_passage as own
        join documents_document as document on document.id = own.document_id
        where own.id = passage and document.status = 'processing'
    )
$$;

create function knowledge_vector_changed() returns trigger
language plpgsql as $$
begin
    if tg_op <> 'INSERT' and not knowledge_is_being_read(old.passage_id) then
        perform knowledge_stamp(old.property_id);
    end if;
    if tg_op <> 'DELETE' and not knowledge_is_being_read(new.passage_id) then
        perform knowledge_stamp(new.property_id);
    end if;
    return null;
end
$$;

drop trigger snapshot_stamp on knowledge_embedding;
create trigger snapshot_stamp after insert or update or delete on knowledge_embedding
for each row execute function knowledge_vector_changed();

drop trigger snapshot_stamp on knowledge_passage;
create trigger snapshot_stamp after insert or update on knowledge_passage
for each row when (new.document_id is null) execute function knowledge_row_changed();
create trigger snapshot_stamp_deleted after delete on knowledge_passage
for each row when (old.document_id is null) execute function knowledge_row_changed();

create trigger snapshot_stamp after update of title, status, valid_from, valid_until
on documents_document
for each row when (old.status = 'live' or new.status = 'live')
execute function knowledge_row_changed();
create trigger snapshot_stamp_deleted after delete on documents_document
for each row when (old.status = 'live') execute function knowledge_row_changed();
"""
DROP = """
drop trigger snapshot_stamp on documents_document;
drop trigger snapshot_stamp_deleted on documents_document;
drop trigger snapshot_stamp on knowledge_passage;
drop trigger snapshot_stamp_deleted on knowledge_passage;
create trigger snapshot_stamp after insert or update or delete on knowledge_passage
for each row execute function knowledge_row_changed();
drop trigger snapshot_stamp on knowledge_embedding;
create trigger snapshot_stamp after insert or update or delete on knowledge_embedding
for each row execute function knowledge_row_changed();
drop function knowledge_vector_changed, knowledge_is_being_read;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0001_initial"),
        ("knowledge", "0008_passages_of_documents"),
    ]

    operations = [migrations.RunSQL(CREATE, reverse_sql=DROP)]
