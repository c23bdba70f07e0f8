-- Stamps a property whenever a row that its snapshot is made of changes, whoever writes
-- the row: Django, another program or a person at a prompt. `property_stamp.sql` reads
-- the stamp for every question.

create sequence knowledge_change;

create function knowledge_stamp(changed_property bigint) returns void
language plpgsql as $$
begin
    -- Until the commit, nobody but the transaction itself sees its changes; it may read
    -- the stamp between two of them.
    perform set_config('concierge.last_change', nextval('knowledge_change')::text, true);
    if exists (
        select from knowledge_snapshotstamp as stamp
        where stamp.property_id = changed_property
            and stamp.transaction = pg_current_xact_id()::text::bigint
    ) then
        return;
    end if;
    update knowledge_snapshotstamp
    set transaction = pg_current_xact_id()::text::bigint
    where id = (
        select stamp.id from knowledge_snapshotstamp as stamp
        where stamp.property_id = changed_property
        limit 1
        for update skip locked
    );
    if not found then
        insert into knowledge_snapshotstamp (property_id, transaction)
        values (changed_property, pg_current_xact_id()::text::bigint);
    end if;
end
$$;

-- Of a row with its own property_id.
create function knowledge_row_changed() returns trigger
language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        perform knowledge_stamp(old.property_id);
    end if;
    if tg_op <> 'DELETE' then
        perform knowledge_stamp(new.property_id);
    end if;
    return null;
end
$$;

-- Of a catalog row: what is not live before or after is in no snapshot.
create function knowledge_item_changed() returns trigger
language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.status = 'live' then
        perform knowledge_stamp(old.property_id);
    end if;
    if tg_op <> 'DELETE' and new.status = 'live' then
        perform knowledge_stamp(new.property_id);
    end if;
    return null;
end
$$;

-- Of a part of a catalog row, such as its hours. The argument names the column with the
-- id of the catalog row.
create function knowledge_part_changed() returns trigger
language plpgsql as $$
declare
    items bigint[];
begin
    if tg_op <> 'INSERT' then
        items := items || (to_jsonb(old) ->> tg_argv[0])::bigint;
    end if;
    if tg_op <> 'DELETE' then
        items := items || (to_jsonb(new) ->> tg_argv[0])::bigint;
    end if;
    perform knowledge_stamp(item.property_id)
    from catalog_item as item
    where item.id = any(items) and item.status = 'live';
    return null;
end
$$;

create function knowledge_property_changed() returns trigger
language plpgsql as $$
begin
    perform knowledge_stamp(new.id);
    return null;
end
$$;

-- Of a jurisdiction or one of its helplines, whose column the argument names.
create function knowledge_law_changed() returns trigger
language plpgsql as $$
declare
    jurisdictions bigint[];
begin
    if tg_op <> 'INSERT' then
        jurisdictions := jurisdictions || (to_jsonb(old) ->> tg_argv[0])::bigint;
    end if;
    if tg_op <> 'DELETE' then
        jurisdictions := jurisdictions || (to_jsonb(new) ->> tg_argv[0])::bigint;
    end if;
    perform knowledge_stamp(property.id)
    from properties_property as property
    where property.jurisdiction_id = any(jurisdictions);
    return null;
end
$$;

create trigger snapshot_stamp after insert or update or delete on knowledge_passage
for each row execute function knowledge_row_changed();
create trigger snapshot_stamp after insert or update or delete on knowledge_embedding
for each row execute function knowledge_row_changed();
create trigger snapshot_stamp after insert or update or delete on catalog_item
for each row execute function knowledge_item_changed();

create trigger snapshot_stamp after insert or update or delete on catalog_restaurant
for each row execute function knowledge_part_changed('item_ptr_id');
create trigger snapshot_stamp after insert or update or delete on catalog_venue
for each row execute function knowledge_part_changed('item_ptr_id');
create trigger snapshot_stamp after insert or update or delete on catalog_show
for each row execute function knowledge_part_changed('item_ptr_id');
create trigger snapshot_stamp after insert or update or delete on catalog_amenity
for each row execute function knowledge_part_changed('item_ptr_id');
create trigger snapshot_stamp after insert or update or delete on catalog_servicehours
for each row execute function knowledge_part_changed('item_id');
create trigger snapshot_stamp after insert or update or delete on catalog_hoursexception
for each row execute function knowledge_part_changed('item_id');
create trigger snapshot_stamp after insert or update or delete on catalog_performance
for each row execute function knowledge_part_changed('show_id');
create trigger snapshot_stamp after insert or update or delete on knowledge_phrasing
for each row execute function knowledge_part_changed('item_id');

create trigger snapshot_stamp after insert or update on properties_property
for each row execute function knowledge_property_changed();
create trigger snapshot_stamp after update on properties_jurisdiction
for each row execute function knowledge_law_changed('id');
create trigger snapshot_stamp after insert or update or delete on properties_helpline
for each row execute function knowledge_law_changed('jurisdiction_id');
